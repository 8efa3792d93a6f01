import type { CallLedger } from './call-ledger.ts';

/** Whoever hangs up sooner has talked to nobody: it was a slip of the hand, or a phone that fails. */
const shortestTalkSeconds = 2;

/** The owner's talk with the person heard last: a call that was sent back to the queue meets several, one after another. */
export class PersonTalk {
  readonly #ledger: Pick<CallLedger, 'call' | 'status' | 'talkSeconds'>;
  readonly #isHeard: () => boolean;
  /** By `performance.now()`; undefined while nobody talks. */
  #talkBeganAtMs: number | undefined;
  #earlyHangUps = 0;

  /** @param isHeard whether a person is there now, by what is heard. */
  constructor(
    ledger: Pick<CallLedger, 'call' | 'status' | 'talkSeconds' | 'onStatus'>,
    isHeard: () => boolean,
  ) {
    this.#ledger = ledger;
    this.#isHeard = isHeard;
    ledger.onStatus(({ status }) => {
      if (status !== 'connected' && this.#talkBeganAtMs !== undefined && !this.isTooShort)
        this.#earlyHangUps = 0;
      this.#talkBeganAtMs = status === 'connected' ? performance.now() : undefined;
    });
  }

  get hasBegun(): boolean {
    if (this.#ledger.status === 'connected') return true;
    return this.seconds > (this.#earlyHangUps === 0 ? 0 : shortestTalkSeconds);
  }

  get seconds(): number {
    return this.#ledger.talkSeconds - this.#ledger.call.talkSecondsBefore;
  }

  /** Whether the owner was connected a moment ago. An earlier process knew when. */
  get isTooShort(): boolean {
    return (
      this.#talkBeganAtMs !== undefined &&
      performance.now() - this.#talkBeganAtMs < shortestTalkSeconds * 1000
    );
  }

  /** Whether a person was heard with whom the owner has not talked yet. */
  get isAwaited(): boolean {
    const { status, call } = this.#ledger;
    if (this.hasBegun) return false;
    // Nobody took the call, and it will ring again.
    if (status === 'on_hold') return this.#isHeard();
    return call.person !== null && (status === 'human_detected' || status === 'transferring');
  }

  /** Whether the phone itself seems to fail, or to be refused: a hand slips once. */
  get isMoreThanASlip(): boolean {
    return this.#earlyHangUps > 1;
  }

  /** Counts a phone that hung up before its owner could talk. @returns how often that happened since the last talk. */
  countEarlyHangUp(): number {
    this.#earlyHangUps += 1;
    return this.#earlyHangUps;
  }
}
