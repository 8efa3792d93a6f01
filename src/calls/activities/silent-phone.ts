import type { LiveCall } from '../live-call.ts';
import type { Leg } from '../telephony.ts';
import { delay } from '../waiting.ts';

const lookSeconds = 5;
/** Without any audio for so long, a phone is asked. */
const silentSecondsAtFirst = 10;
/** It may be muted for long. */
const againSeconds = 60;

/**
 * A phone that sends no audio may be muted. It may also have been restarted, or answer no OPTIONS and have lost its network; then nothing
 * else tells that whoever talks to it talks to nobody. So it is asked within the call: the leg of one that does not know of it ends.
 * @returns the function that ends this.
 */
export function askWhenSilent(call: LiveCall, deviceId: string, leg: Leg): () => void {
  const over = new AbortController();
  void keepAsking(call, deviceId, leg, over.signal).catch(() => undefined); // the talk is over; `talk` logs unreadable devices
  return () => over.abort();
}

async function keepAsking(call: LiveCall, deviceId: string, leg: Leg, signal: AbortSignal): Promise<void> {
  if (!(await isPhone(call, deviceId))) return;
  let silentSeconds = 0;
  let askAtSeconds = silentSecondsAtFirst;
  for (let before = await leg.packetsReceived(); ;) {
    await delay(lookSeconds, signal);
    const now = await leg.packetsReceived();
    const isSilent = now !== undefined && now === before && !leg.isHolding;
    before = now;
    silentSeconds = isSilent ? silentSeconds + lookSeconds : 0;
    if (silentSeconds === 0) askAtSeconds = silentSecondsAtFirst;
    if (silentSeconds < askAtSeconds) continue;
    askAtSeconds = silentSeconds + againSeconds;
    signal.throwIfAborted();
    await leg.ask();
  }
}

/** A browser shows by its socket that it is there, and a carrier need not understand the question. */
async function isPhone({ needs }: LiveCall, deviceId: string): Promise<boolean> {
  const device = (await needs.devices()).find(({ id }) => id === deviceId);
  return device?.type === 'sip_phone' || device?.type === 'softphone';
}
