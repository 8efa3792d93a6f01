import type { CallLedger } from './call-ledger.ts';

/** A call's maximum duration, counted from its start; a scheduled call starts when it is dialled. */
export class CallDeadline {
  readonly #ledger: Pick<CallLedger, 'call'>;
  readonly #maxSeconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    ledger: Pick<CallLedger, 'call' | 'status' | 'onStatus'>,
    maxSeconds: number,
    onOver: () => void,
  ) {
    this.#ledger = ledger;
    this.#maxSeconds = maxSeconds;
    const begin = (): void => {
      this.stop(); // a dial that resumes after a ring
      this.#timer = setTimeout(onOver, this.secondsLeft * 1000);
    };
    if (ledger.status !== 'scheduled') begin();
    else ledger.onStatus(({ status }) => status === 'trying' && begin());
  }

  get secondsLeft(): number {
    const endsAtMs = this.#ledger.call.startedAtMs + this.#maxSeconds * 1000;
    return Math.max(0, endsAtMs - Date.now()) / 1000;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
