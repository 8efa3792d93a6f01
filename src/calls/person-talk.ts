import type { CallLedger } from './call-ledger.ts';

/** The owner's talk with the person heard last: a call that was sent back to the queue meets several, one after another. */
export class PersonTalk {
  readonly #ledger: Pick<CallLedger, 'call' | 'status' | 'talkSeconds'>;
  #earlyHangUps = 0;

  constructor(ledger: Pick<CallLedger, 'call' | 'status' | 'talkSeconds' | 'onStatus'>) {
    this.#ledger = ledger;
    ledger.onStatus(({ status }) => {
      if (status === 'connected') this.#earlyHangUps = 0;
    });
  }

  get hasBegun(): boolean {
    return this.#ledger.status === 'connected' || this.seconds > 0;
  }

  get seconds(): number {
    return this.#ledger.talkSeconds - this.#ledger.call.talkSecondsBefore;
  }

  /** Whether a person was heard with whom the owner has not talked yet. */
  get isAwaited(): boolean {
    const { status, call } = this.#ledger;
    return (
      call.person !== null && !this.hasBegun && (status === 'human_detected' || status === 'transferring')
    );
  }

  /** Counts a phone that hung up before it was connected. @returns how often that happened since the last talk. */
  countEarlyHangUp(): number {
    this.#earlyHangUps += 1;
    return this.#earlyHangUps;
  }
}
