import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { explain } from '../../../api/errors.ts';
import { ChangedElsewhere } from '../../../controls/changed-elsewhere.tsx';
import { Fault } from '../../../controls/fault.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { useFocusBack } from '../../../controls/use-focus-back.ts';
import { useUnsaved } from '../../../controls/use-unsaved.ts';
import { writeNumber } from '../../../text/formats.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { editCall, replaceOwn } from '../../../state/call/notes.ts';
import { beginWriting } from '../../../state/call/writing.ts';

/** What the owner needs in view while talking: the reason, and their own facts. */
export function HandCard({ live }: { live: LiveCall }) {
  const isEditing = useSignal(false);
  const back = useFocusBack();
  const { intent, number, facts } = live.view.value;
  const close = () => {
    back.expect();
    isEditing.value = false;
  };
  if (isEditing.value) return <FactsForm live={live} onDone={close} />;
  return (
    <section class="card">
      <div class="card-head">
        <h2>At hand</h2>
        <button type="button" class="link sm" ref={back.button} onClick={() => (isEditing.value = true)}>
          Edit
        </button>
      </div>
      <HandList rows={[...baseRows(intent, number), ...facts]} />
    </section>
  );
}

interface Fact {
  label: string;
  value: string;
}
const nothing: Fact = { label: '', value: '' };

export function baseRows(intent: string, number: string): Fact[] {
  return [
    ...(intent === '' ? [] : [{ label: 'Why', value: intent }]),
    { label: 'Number', value: writeNumber(number) },
  ];
}

export function HandList({ rows, className = 'hand pad' }: { rows: readonly Fact[]; className?: string }) {
  return (
    <dl class={className}>
      {rows.map(({ label, value }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd class="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function FactsForm({ live, onDone }: { live: LiveCall; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('.fact:last-of-type input')?.focus(), []);
  useEffect(() => beginWriting(live.id), []);
  /** The facts as they were when editing began. */
  const begun = useSignal<Fact[]>(live.view.peek().facts);
  const rows = useSignal<readonly Fact[]>([...begun.peek(), nothing]);
  const isOutdated = useSignal(false);
  const isTyped = useSignal(false);
  useUnsaved(isTyped.value, 'What you typed here is not saved yet.', () => (isTyped.value = false));
  const fault = useSignal('');
  const change = (index: number, part: Partial<Fact>) => {
    isTyped.value = true;
    const next = rows.peek().map((each, at) => (at === index ? { ...each, ...part } : each));
    const last = next.at(-1);
    rows.value = last === undefined || last.label + last.value !== '' ? [...next, nothing] : next;
  };

  const filled = (): Fact[] =>
    rows
      .peek()
      .map(({ label, value }) => ({ label: label.trim(), value: value.trim() }))
      .filter(({ label, value }) => label + value !== '');
  // A talk in another call takes the page at once, and asks nobody.
  useEffect(
    () => () => {
      if (isTyped.peek()) replaceOwn(live, 'facts', filled(), [begun.peek()]).catch(() => undefined);
    },
    [],
  );
  const close = () => {
    isTyped.value = false;
    onDone();
  };

  async function save(overwrites = false) {
    const facts = filled();
    try {
      if (overwrites) await editCall(live, { facts });
      else if ((await replaceOwn(live, 'facts', facts, [begun.peek()])) !== undefined) {
        isOutdated.value = true;
        return;
      }
      close();
    } catch (error) {
      fault.value = explain(error);
    }
  }

  return (
    <section class="card">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="card-head">
          <h2>At hand</h2>
          <button type="button" class="btn sm quiet" onClick={close}>
            Cancel
          </button>
          <GatewayButton type="submit" class="btn sm primary">
            Save
          </GatewayButton>
        </div>
        <div class="pad stack">
          {rows.value.map((each, index) => (
            <div class="fact" key={index}>
              <input
                class="input"
                aria-label={`Name of fact ${index + 1}`}
                placeholder="Policy"
                maxLength={60}
                value={each.label}
                onInput={({ currentTarget }) => change(index, { label: currentTarget.value })}
              />
              <input
                class="input"
                aria-label={`Fact ${index + 1}`}
                placeholder="77 12 04 96"
                maxLength={500}
                value={each.value}
                onInput={({ currentTarget }) => change(index, { value: currentTarget.value })}
              />
            </div>
          ))}
          <Fault text={fault.value} />
        </div>
      </form>
      {isOutdated.value ? (
        <ChangedElsewhere
          id="facts-changed-elsewhere"
          what="What is at hand"
          onOverwrite={() => void save(true)}
          onLoad={() => {
            begun.value = live.view.peek().facts;
            rows.value = [...begun.peek(), nothing];
            isTyped.value = false;
          }}
          onClose={() => (isOutdated.value = false)}
        />
      ) : null}
    </section>
  );
}
