import type { CallLedger } from './call-ledger.ts';

/**
 * A call's maximum duration, counted from its start; a scheduled call starts when it is dialled. After a restart, what is left is worked
 * out from the time of day. From then on the time of day is ignored, since the clock may be set during the call.
 */
export class CallDeadline {
  readonly #maxSeconds: number;
  /** By `performance.now()`; undefined before the call starts. */
  #endsAtMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    ledger: Pick<CallLedger, 'call' | 'status' | 'onStatus'>,
    maxSeconds: number,
    onOver: () => void,
  ) {
    this.#maxSeconds = maxSeconds;
    const begin = (): void => {
      if (this.#endsAtMs !== undefined) return; // a dial that resumes after a ring
      const pastMs = Math.max(0, Date.now() - ledger.call.startedAtMs);
      this.#endsAtMs = performance.now() + maxSeconds * 1000 - pastMs;
      this.#timer = setTimeout(onOver, this.secondsLeft * 1000);
    };
    if (ledger.status !== 'scheduled') begin();
    else ledger.onStatus(({ status }) => status === 'trying' && begin());
  }

  get secondsLeft(): number {
    if (this.#endsAtMs === undefined) return this.#maxSeconds;
    return Math.max(0, this.#endsAtMs - performance.now()) / 1000;
  }

  /** How long it has been over: a call that was not looked after meanwhile ended by then. */
  get overdueMs(): number {
    return this.#endsAtMs === undefined ? 0 : Math.max(0, performance.now() - this.#endsAtMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
