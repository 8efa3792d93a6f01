import { signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { TranscriptChunk } from '../../api/types.ts';
import { findCall, readCall } from '../../state/calls.ts';
import { isOver, type LiveCall } from '../../state/live-call.ts';

/** One call, live or over, with what was said in it. */
export class CallData {
  readonly call = signal<LiveCall | undefined>(undefined);
  readonly transcript = signal<readonly TranscriptChunk[]>([]);
  readonly fault = signal<string | undefined>(undefined);
  /** Says whose answer counts when the page moves from call to call. */
  #asked = 0;

  async read(id: string): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const known = findCall(id);
      const found = known !== undefined && !isOver(known.status) ? known : await readCall(id);
      if (mine !== this.#asked) return;
      if (found === undefined) {
        this.fault.value = 'This call is not here (any more).';
        return;
      }
      this.call.value = found;
      this.fault.value = undefined;
      const { chunks } = await call('get', '/api/v1/calls/{call_id}/transcript', { path: { call_id: id } });
      if (mine === this.#asked) this.transcript.value = chunks;
    } catch (error) {
      if (mine === this.#asked) this.fault.value = explain(error);
    }
  }
}
