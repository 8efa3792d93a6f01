import type { LiveCall } from '../live-call.ts';
import type { Leg } from '../telephony.ts';
import { delay } from '../waiting.ts';

const lookSeconds = 5;

/** What has come from a leg. */
interface LegAudio {
  /** Since the call began; undefined while Asterisk is away. */
  packets: number | undefined;
  silentSeconds: number;
}

/**
 * Counts what comes from a phone, or from the far end, every five seconds. Ends only by `signal`.
 * @param isExcused whether it need send nothing now. @throws Interrupted
 */
export async function* countAudio(
  { needs }: LiveCall,
  leg: Leg,
  signal: AbortSignal,
  isExcused: () => boolean = () => false,
): AsyncGenerator<LegAudio, never> {
  const count = async (): Promise<number | undefined> =>
    needs.telephony.upSinceMs() === undefined ? undefined : leg.packetsReceived();
  let before = await count();
  for (let silentSeconds = 0; ;) {
    await delay(lookSeconds, signal);
    const packets = await count();
    signal.throwIfAborted();
    const isSilent = packets !== undefined && packets === before && !isExcused();
    silentSeconds = isSilent ? silentSeconds + lookSeconds : 0;
    before = packets;
    yield { packets, silentSeconds };
  }
}
