import type { Log } from '../../log/log.ts';
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

/** Whoever answers is heard, or plays something, by then. */
const unheardSeconds = 15;

/**
 * Says so if no packet at all comes from a far end that has answered: it looks like a long silence, and mostly is a carrier that sends the
 * audio to where this machine cannot be reached.
 */
export function tellWhenUnheard(far: Leg, log: Pick<Log, 'warn'>): void {
  const look = async (): Promise<void> => {
    if (far.state === 'up' && (await far.packetsReceived()) === 0)
      log.warn('no audio has come from the trunk since the answer', {
        call: far.callId,
        why: 'behind a router, EXTERNAL_ADDRESS has to be set; else a firewall may keep it from the RTP ports',
      });
  };
  const begin = (): void => void setTimeout(() => void look(), unheardSeconds * 1000).unref();
  if (far.state !== 'up') far.subscribe(({ kind }) => kind === 'answered' && begin());
}
