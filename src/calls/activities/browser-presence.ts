import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import { untilConnected, waitFor } from '../waiting.ts';

/** How long the list of devices may take to be read. */
const readSeconds = 2;

/**
 * Acts when a browser goes offline: one that has lost its page or its network does not say goodbye. While Asterisk is away, nothing is
 * known of any device, so the browser is checked once Asterisk is back.
 * @param backSeconds how long it then has to come back. @returns the function that ends this.
 */
export function whenOffline(
  call: LiveCall,
  deviceId: string,
  backSeconds: number,
  act: () => void,
): () => void {
  const { needs } = call;
  const over = new AbortController();
  const leave = needs.onDeviceChange((id, isOnline) => {
    // A service that is stopping closes the browsers' sockets itself; their audio goes on.
    if (id !== deviceId || isOnline || call.isLeft) return;
    if (needs.telephony.upSinceMs() !== undefined) return act();
    void untilConnected(needs.telephony, over.signal)
      .then(() => comesOnline(call, deviceId, Math.max(readSeconds, backSeconds), over.signal))
      .then((isThere) => isThere || act())
      .catch(() => undefined); // no longer of interest
  });
  return () => {
    leave();
    over.abort();
  };
}

/** @returns whether it came online within `seconds`. @throws Interrupted */
export async function comesOnline(
  call: LiveCall,
  deviceId: string,
  seconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const came = await waitFor<'online'>(signal, seconds, (settle) => {
    const stop = call.needs.onDeviceChange((id, isOnline) => {
      if (id === deviceId && isOnline) settle('online');
    });
    // It may be online already.
    call.needs.devices().then(
      (devices) => devices.some(({ id, isOnline }) => id === deviceId && isOnline) && settle('online'),
      (error: unknown) => {
        const about = { call: call.id, device: deviceId, error: describeError(error) };
        call.needs.log.warn(
          'the devices cannot be read: whether a browser is online is not known yet',
          about,
        );
      },
    );
    return stop;
  });
  return came === 'online';
}
