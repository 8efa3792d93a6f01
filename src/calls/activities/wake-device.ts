import type { DeviceWithState } from '../../domain/device.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice } from '../plan.ts';
import { waitFor } from '../waiting.ts';
import { deviceFailed, ringDevice } from './ring-device.ts';

/** A telephone that lies there shows the message within seconds; who looks at it opens the page by then. */
const wakeSeconds = 20;

/** A browser that is offline and can be told so by push. */
export function isAsleep({ isOnline, canWake, fault }: DeviceWithState): boolean {
  return !isOnline && canWake && fault === undefined;
}

/**
 * Tells a sleeping browser that it is to ring (whoever follows the journal sends the push message), and rings it as soon as it is online.
 * @returns the answered leg, or undefined when the device did not take the call. @throws Interrupted
 */
export async function wakeDevice(
  call: LiveCall,
  device: DeviceWithState,
  signal: AbortSignal,
): Promise<AnsweredDevice | undefined> {
  const { id, name } = device;
  call.ledger.note({}, ['device_waking', { device: id, name, wait_seconds: wakeSeconds }]);
  if (await comesOnline(call, id, wakeSeconds, signal))
    return ringDevice(call, { ...device, isOnline: true }, null, signal);
  deviceFailed(call, device, `its page was not opened within ${wakeSeconds} s`);
  return undefined;
}

/** @returns false when it did not within `seconds`. @throws Interrupted */
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
    // It may be there already.
    call.needs.devices().then(
      (devices) => devices.some(({ id, isOnline }) => id === deviceId && isOnline) && settle('online'),
      () => undefined,
    );
    return stop;
  });
  return came === 'online';
}
