import type { Leg } from '../telephony.ts';

/** A carrier need not send anything while nobody speaks. */
const silentSeconds = 300;

/**
 * Asks a far end that has sent no audio for minutes whether it is still there: else a call would wait until its limit for a server that has
 * gone without a word. Only one that does not know the call, or does not answer, is gone; whatever else it answers, it is there.
 */
export function askWhenSilent(far: Leg): void {
  let before: number | undefined;
  const look = async (): Promise<void> => {
    const packets = await far.packetsReceived();
    if (packets !== undefined && packets === before) await far.ask();
    before = packets;
  };
  const timer = setInterval(() => far.state === 'up' && void look(), silentSeconds * 1000);
  timer.unref();
  far.subscribe((event) => event.kind === 'gone' && clearInterval(timer));
}
