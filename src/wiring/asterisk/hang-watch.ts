import type { Telephony } from '../../calls/telephony.ts';
import type { EmbeddedAsterisk } from '../../embedded/gateway.ts';
import type { Log } from '../../log/log.ts';

export interface HangWatchNeeds {
  telephony: Pick<Telephony, 'onConnection' | 'upSinceMs'>;
  asterisk: Pick<EmbeddedAsterisk, 'answers' | 'restart'>;
  log: Log;
  /** The time between two checks. */
  everyMs?: number;
  answerWithinMs?: number;
}

const defaultEveryMs = 30_000;
const defaultAnswerWithinMs = 20_000;
/** Failed checks in a row: calls must not be lost because the machine swaps for a minute. */
const missesUntilRestart = 3;

/**
 * Restarts our own Asterisk when it hangs. Its process still exists, so nothing else would restart it, and every call would wait until
 * somebody notices. It hangs if neither ARI nor its console has answered for minutes; if only the link to it fails, no call is lost.
 * @returns ends the watch.
 */
export function watchForHang({
  telephony,
  asterisk,
  log,
  everyMs = defaultEveryMs,
  answerWithinMs = defaultAnswerWithinMs,
}: HangWatchNeeds): () => void {
  let timer: NodeJS.Timeout | undefined;
  let misses = 0;
  let isOver = false;

  function lookLater(): void {
    if (isOver || timer !== undefined) return;
    timer = setTimeout(() => void look(), everyMs).unref();
  }

  async function look(): Promise<void> {
    const answers = telephony.upSinceMs() !== undefined || (await asterisk.answers(answerWithinMs));
    timer = undefined;
    const isUp = telephony.upSinceMs() !== undefined; // it may have come back meanwhile
    misses = answers || isUp ? 0 : misses + 1;
    if (isOver || isUp) return;
    if (misses >= missesUntilRestart) {
      misses = 0;
      log.error('Asterisk hangs and is restarted: its calls are lost', { looks: missesUntilRestart });
      asterisk.restart();
    }
    lookLater();
  }

  if (telephony.upSinceMs() === undefined) lookLater();
  const unsubscribe = telephony.onConnection(({ connected }) => {
    if (!connected) lookLater();
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
