import type { LiveCall } from '../live-call.ts';
import type { Leg } from '../telephony.ts';
import { delay } from '../waiting.ts';

const lookSeconds = 5;
/** A phone that is offline and has sent no audio for this long has lost its network. */
const lostSeconds = 10;

/**
 * Acts when a phone is lost: it answers no OPTIONS, and no audio comes from it any more. Either alone means little: a busy Wi-Fi loses an
 * OPTIONS, and a muted phone may send nothing.
 * @returns the function that ends this.
 */
export function whenLostInTalk(call: LiveCall, deviceId: string, leg: Leg, act: () => void): () => void {
  let looking = new AbortController();
  const leave = call.needs.onDeviceChange((id, isOnline) => {
    if (id !== deviceId || call.isLeft) return;
    looking.abort();
    if (isOnline) return;
    looking = new AbortController();
    void silence(call, leg, looking.signal).then(act, () => undefined); // it is back, or the talk is over
  });
  const { signal } = looking;
  void isOfflineAlready(call, deviceId)
    .then(async (itIs) => {
      if (!itIs) return;
      await silence(call, leg, signal);
      act();
    })
    .catch(() => undefined); // as above; `talk` logs that the devices cannot be read
  return () => {
    leave();
    looking.abort();
  };
}

/** A phone that was lost before this process looked is not reported again. A browser gets its own time to come back. */
async function isOfflineAlready({ needs }: LiveCall, deviceId: string): Promise<boolean> {
  const device = (await needs.devices()).find(({ id }) => id === deviceId);
  return device !== undefined && !device.isOnline && device.type !== 'webrtc';
}

/** Resolves when no audio has come for long enough. While Asterisk is away, nothing is known of it. @throws Interrupted */
async function silence({ needs }: LiveCall, leg: Leg, signal: AbortSignal): Promise<void> {
  const count = (): Promise<number | undefined> | undefined =>
    needs.telephony.upSinceMs() === undefined ? undefined : leg.packetsReceived();
  let before = await count();
  for (let silentSeconds = 0; silentSeconds < lostSeconds;) {
    await delay(lookSeconds, signal);
    const now = await count();
    signal.throwIfAborted();
    silentSeconds = now !== undefined && now === before ? silentSeconds + lookSeconds : 0;
    before = now;
  }
}
