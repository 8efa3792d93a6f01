import type { DeviceWithState } from '../../domain/device.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice } from '../plan.ts';
import { comesOnline } from './browser-presence.ts';
import { deviceFailed, ringDevice } from './ring-device.ts';

/** A phone at hand shows the message within seconds; whoever sees it has opened the page by then. */
const wakeSeconds = 20;

/** A browser that is offline and can be reached by push. */
export function isAsleep({ isOnline, canWake, fault }: DeviceWithState): boolean {
  return !isOnline && canWake && fault === undefined;
}

/**
 * Wakes a sleeping browser (a follower of the journal sends the push message) and rings it as soon as it is online.
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
