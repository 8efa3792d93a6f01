import { computed, signal } from '@preact/signals';
import { call, editTagOf } from '../../api/client.ts';
import { explain, isChangedElsewhere } from '../../api/errors.ts';
import { placeRefusal, type Refusal } from '../../api/refusals.ts';
import type { Flow, FlowFault } from '../../api/types.ts';
import { checkSteps } from '../../state/stored/flow-runs.ts';
import { firstSteps, type Step } from './steps.ts';

const checkPauseMs = 300;
const fields = ['name', 'company', 'phone_number', 'tags'];

interface Content {
  name: string;
  company: string;
  number: string;
  tags: readonly string[];
  steps: readonly Step[];
}

/** A flow being edited. Unsaved changes survive a visit to another page. */
export class FlowDraft {
  /** Undefined: never stored. */
  readonly id = signal<string | undefined>(undefined);
  readonly content = signal<Content>({ name: '', company: '', number: '', tags: [], steps: [] });
  readonly version = signal(0);
  readonly counts = signal({ reached: 0, missed: 0 });
  readonly faults = signal<readonly FlowFault[]>([]);
  readonly refusal = signal<Refusal | undefined>(undefined);
  /** Since it was last changed. */
  readonly wasSaved = signal(false);
  readonly isSaving = signal(false);
  readonly isChecked = signal(false);
  /** The call that tried it last. */
  readonly triedId = signal<string | undefined>(undefined);
  /** Something newer is stored than what this began with, and the owner is to say what counts. */
  readonly isOutdated = signal(false);
  readonly #stored = signal('');
  #tag: string | undefined;
  readonly isDirty = computed(() => JSON.stringify(this.content.value) !== this.#stored.value);
  #check: AbortController | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  static blank(number: string, company: string): FlowDraft {
    const draft = new FlowDraft();
    draft.content.value = { name: '', company, number, tags: [], steps: firstSteps() };
    draft.#stored.value = JSON.stringify(draft.content.value);
    draft.checkSoon(0);
    return draft;
  }

  /** @throws ApiError */
  static async read(id: string): Promise<FlowDraft> {
    const draft = new FlowDraft();
    draft.#take(await call('get', '/api/v1/call-flows/{flow_id}', { path: { flow_id: id } }));
    draft.checkSoon(0);
    return draft;
  }

  change(changes: Partial<Content>): void {
    this.content.value = { ...this.content.peek(), ...changes };
    this.refusal.value = undefined;
    this.wasSaved.value = false;
    if (changes.steps !== undefined) this.checkSoon();
  }

  discard(): void {
    const stored = this.#stored.peek();
    if (stored !== '') this.content.value = JSON.parse(stored) as Content;
    this.refusal.value = undefined;
    this.checkSoon(0);
  }

  /** @param keepsChanges whether what was changed here counts more than what is stored; otherwise it is dropped. */
  async reload(keepsChanges = false): Promise<void> {
    const id = this.id.peek();
    if (id === undefined) return;
    try {
      const flow = await call('get', '/api/v1/call-flows/{flow_id}', { path: { flow_id: id } });
      if (keepsChanges && (this.isDirty.peek() || this.isSaving.peek())) return;
      // Saved meanwhile: the answer is older than that.
      if (flow.version < this.version.peek()) return;
      this.#take(flow);
      this.checkSoon(0);
    } catch (error) {
      // Nobody asked for it: what is kept can be edited, and saving says whether it was changed elsewhere.
      if (keepsChanges) return;
      this.refusal.value = { field: undefined, text: explain(error) };
    }
  }

  checkSoon(pauseMs = checkPauseMs): void {
    clearTimeout(this.#pause);
    this.isChecked.value = false;
    this.#pause = setTimeout(() => void this.#checkNow(), pauseMs);
  }

  /**
   * @param overwrites whether it is stored even if it was changed elsewhere.
   * @returns whether it is stored; if not, `refusal` says why, or `isOutdated`.
   */
  async save(overwrites = false): Promise<boolean> {
    const sent = this.content.peek();
    const { name, company, number, tags, steps } = sent;
    if (name.trim() === '') {
      this.refusal.value = { field: 'name', text: 'Give it a name.' };
      return false;
    }
    const body = { name, company, phone_number: number, tags: [...tags], steps: [...steps] };
    this.isSaving.value = true;
    try {
      const id = this.id.peek();
      const flow =
        id === undefined
          ? await call('post', '/api/v1/call-flows', { body })
          : await call('put', '/api/v1/call-flows/{flow_id}', {
              path: { flow_id: id },
              body: this.#changedIn(body),
              ifMatch: overwrites ? undefined : this.#tag,
            });
      const typed = this.content.peek();
      this.#take(flow);
      // What was typed in the meantime stays, and is not saved yet.
      if (typed !== sent) this.content.value = typed;
      this.wasSaved.value = typed === sent;
      return true;
    } catch (error) {
      if (isChangedElsewhere(error)) this.isOutdated.value = true;
      else this.refusal.value = placeRefusal(error, fields);
      return false;
    } finally {
      this.isSaving.value = false;
    }
  }

  /** Fields that were not touched here keep what others have stored. */
  #changedIn<T extends object>(body: T): Partial<T> {
    const { number, ...others } = JSON.parse(this.#stored.peek()) as Content;
    const stored: Record<string, unknown> = { ...others, phone_number: number };
    return Object.fromEntries(
      Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name])),
    ) as Partial<T>;
  }

  #take(flow: Flow): void {
    this.#tag = editTagOf(flow);
    const { name, company, phone_number: number, tags, steps } = flow;
    this.id.value = flow.id;
    this.version.value = flow.version;
    this.counts.value = { reached: flow.success_count, missed: flow.fail_count };
    this.content.value = { name, company, number, tags, steps };
    this.#stored.value = JSON.stringify(this.content.value);
    this.refusal.value = undefined;
  }

  async #checkNow(): Promise<void> {
    this.#check?.abort();
    const asked = new AbortController();
    this.#check = asked;
    try {
      this.faults.value = await checkSteps([...this.content.peek().steps], this.id.peek(), asked.signal);
      this.isChecked.value = true;
    } catch (error) {
      // Without a response Save stays possible: the gateway validates again.
      if (asked.signal.aborted) return;
      this.faults.value = [];
      this.isChecked.value = true;
      if (this.refusal.peek() === undefined) this.refusal.value = { field: undefined, text: explain(error) };
    }
  }
}
