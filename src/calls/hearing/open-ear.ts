import type { AudioIntake } from '../listener.ts';
import type { Ear, Leg, Telephony } from '../telephony.ts';
import { delay } from '../waiting.ts';

/** The pause before another try; each try has its own time-outs. */
const retrySeconds = 1;

/**
 * Tries until the ear is open.
 * @returns undefined if the leg was gone or `signal` aborted first. Never rejects.
 */
export async function openEar(
  telephony: Pick<Telephony, 'listen'>,
  leg: Leg,
  intake: AudioIntake,
  { signal, failed }: { signal: AbortSignal; failed: (error: unknown) => void },
): Promise<Ear | undefined> {
  while (!signal.aborted && !isGone(leg)) {
    try {
      return await telephony.listen(leg, intake);
    } catch (error) {
      if (isGone(leg)) return undefined; // it ended meanwhile, as a busy line does
      failed(error);
    }
    await delay(retrySeconds, signal).catch(() => undefined);
  }
  return undefined;
}

/** A function, so that the compiler does not narrow it across an await. */
function isGone(leg: Leg): boolean {
  return leg.state === 'gone';
}
