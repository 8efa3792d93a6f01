import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../log/log.ts';

export interface FaultWatchNeeds {
  log: Log;
  /** Whether the service still answers; may take any time. */
  answers: () => Promise<boolean>;
  /** Ends the process without a shutdown, so that calls stay up in Asterisk for the next start. */
  giveUp: () => void;
  /** When to check after a fault. */
  looksAfterMs?: readonly number[];
  answerWithinMs?: number;
}

/** Twice: a working process must not end because the machine is briefly busy. */
const looksAfterMs = [1_000, 10_000];
const answerWithinMs = 5_000;

/**
 * Handles uncaught exceptions. Faults on a connection are caught there, so an uncaught exception is unforeseen, and it is unknown how much
 * is broken. Ending the process at once would let anyone who can cause an exception end the service; if nothing restarts it, the owner
 * would lose every call on hold. Ignoring the exception could keep a process that serves nothing. So it is logged and counted in `/health`,
 * and the service is checked: if it fails to answer twice, the process ends as if killed, and the next one takes over its calls.
 */
export class FaultWatch {
  #count = 0;
  #looking = false;

  /** Faults that the process has survived. */
  get count(): number {
    return this.#count;
  }

  /** @returns ends the watch. */
  watch(needs: FaultWatchNeeds): () => void {
    const survive = (error: unknown, origin: string): void => {
      this.#count += 1;
      needs.log.error('an uncaught exception', {
        origin,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        count: this.#count,
      });
      void this.#look(needs);
    };
    // Unhandled rejections arrive here too (--unhandled-rejections=throw, Node's default).
    process.on('uncaughtException', survive);
    return () => process.off('uncaughtException', survive);
  }

  async #look(needs: FaultWatchNeeds): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    for (const afterMs of needs.looksAfterMs ?? looksAfterMs) {
      await delay(afterMs);
      const late = delay(needs.answerWithinMs ?? answerWithinMs, false, { ref: false });
      if (await Promise.race([needs.answers().catch(() => false), late])) {
        this.#looking = false;
        return;
      }
    }
    needs.log.error('the service does not answer any more and ends; its calls stay for the next start', {});
    needs.giveUp();
  }
}
