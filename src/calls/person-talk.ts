import { talkSecondsUntil } from '../domain/call.ts';
import type { CallLedger } from './call-ledger.ts';

/** The owner's talk with the person heard last: a call that was sent back to the queue meets several, one after another. */
export class PersonTalk {
  readonly #ledger: Pick<CallLedger, 'call'>;
  /** Talked before this person was heard. */
  #secondsBefore = 0;
  #hasBegun: boolean;

  constructor(ledger: Pick<CallLedger, 'call' | 'status' | 'onStatus'>) {
    this.#ledger = ledger;
    // After a restart, an earlier person's talk may count as this one's.
    this.#hasBegun = ledger.call.connectedAtMs !== null;
    if (ledger.status === 'human_detected') this.#personHeard();
    ledger.onStatus(({ status }) => {
      if (status === 'human_detected') this.#personHeard();
      if (status === 'connected') this.#hasBegun = true;
    });
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get seconds(): number {
    return talkSecondsUntil(this.#ledger.call, Date.now()) - this.#secondsBefore;
  }

  #personHeard(): void {
    this.#hasBegun = false;
    this.#secondsBefore = this.#ledger.call.talkSeconds;
  }
}
