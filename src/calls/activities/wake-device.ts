import { arrivalSeconds, type DeviceWithState } from '../../domain/device.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice } from '../plan.ts';
import { comesOnline } from './browser-presence.ts';
import { awaitDevice, deviceFailed, ringDevice } from './ring-device.ts';

/** A phone at hand shows the message within seconds; whoever sees it has opened the page by then. */
const wakeSeconds = 20;

/** A browser that is offline, and whose page has just connected or can be opened by a push message. */
export function isAsleep({ isOnline, isArriving, canWake, fault }: DeviceWithState): boolean {
  return !isOnline && (isArriving || canWake) && fault === undefined;
}

/**
 * Wakes a sleeping browser (a follower of the journal sends the push message), unless it is about to register, and rings it as soon as it is
 * online.
 * @returns the answered leg, or undefined when the device did not take the call. @throws Interrupted
 */
export async function wakeDevice(
  call: LiveCall,
  device: DeviceWithState,
  signal: AbortSignal,
): Promise<AnsweredDevice | undefined> {
  const { id, name, isArriving, canWake } = device;
  const online = { ...device, isOnline: true };
  // The owner gave the call to it, and a talk is over: its phone has been hung up for this.
  if (call.ledger.call.transfer !== null) awaitDevice(call, device);
  if (isArriving && (await comesOnline(call, id, arrivalSeconds, signal)))
    return ringDevice(call, online, null, signal);
  if (!canWake) {
    deviceFailed(call, device, 'its page is open, and has not registered');
    return undefined;
  }
  call.ledger.note({}, ['device_waking', { device: id, name, wait_seconds: wakeSeconds }]);
  if (await comesOnline(call, id, wakeSeconds, signal)) return ringDevice(call, online, null, signal);
  deviceFailed(call, device, `its page was not opened within ${wakeSeconds} s`);
  return undefined;
}
