import { talkSecondsUntil } from '../domain/call.ts';
import type { CallLedger } from './call-ledger.ts';

/** The owner's talk with the person heard last: a call that was sent back to the queue meets several, one after another. */
export class PersonTalk {
  readonly #ledger: Pick<CallLedger, 'call'>;
  /** Talked before this person was heard. */
  #secondsBefore = 0;
  #hasBegun: boolean;
  #earlyHangUps = 0;

  constructor(ledger: Pick<CallLedger, 'call' | 'status' | 'onStatus'>) {
    this.#ledger = ledger;
    // After a restart, an earlier person's talk may be counted as this one's.
    this.#hasBegun = ledger.call.connectedAtMs !== null;
    if (ledger.status === 'human_detected') this.personHeard();
    ledger.onStatus(({ status }) => {
      if (status !== 'connected') return;
      this.#hasBegun = true;
      this.#earlyHangUps = 0;
    });
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get seconds(): number {
    return talkSecondsUntil(this.#ledger.call, Date.now()) - this.#secondsBefore;
  }

  /** Counts a phone that hung up before it was connected. @returns how often that happened since the last talk. */
  countEarlyHangUp(): number {
    this.#earlyHangUps += 1;
    return this.#earlyHangUps;
  }

  /** Assumed to be another person. */
  personHeard(): void {
    this.#hasBegun = false;
    this.#secondsBefore = this.#ledger.call.talkSeconds;
  }
}
