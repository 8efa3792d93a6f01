import type { LiveCall } from '../live-call.ts';
import type { Leg } from '../telephony.ts';
import { countAudio } from './leg-audio.ts';

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

/** Resolves when no audio has come for long enough. A phone that holds the call need send none. While Asterisk is away, nothing is known of it. @throws Interrupted */
async function silence(call: LiveCall, leg: Leg, signal: AbortSignal): Promise<void> {
  for await (const { silentSeconds } of countAudio(call, leg, signal, () => leg.isHolding))
    if (silentSeconds >= lostSeconds) return;
}
