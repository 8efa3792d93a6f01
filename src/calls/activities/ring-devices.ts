import type { DeviceWithState } from '../../domain/device.ts';
import { chooseDevices } from '../../domain/device.ts';
import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import type { DeviceTarget, Leg } from '../telephony.ts';
import { waitFor } from '../waiting.ts';
import { greetFarEnd } from './greeting.ts';
import { returnToHold } from './wait-on-hold.ts';

/**
 * Rings the devices that `target` names, one after the other, while the far end stays up; the first that answers is bridged.
 * When none does, the call goes back on hold.
 */
export async function ringDevices(call: LiveCall, target: string | null, signal: AbortSignal): Promise<Plan> {
  const greeting = greetFarEnd(call, signal);
  try {
    const device = await firstToAnswer(call, target, signal);
    if (device !== undefined) return { do: 'talk', deviceId: device.id, device: device.leg, greeting };
  } catch (error) {
    await greeting.stop();
    throw error;
  }
  await greeting.stop();
  returnToHold(call, 'no device answered');
  return call.farIsUp ? { do: 'hold', target } : { do: 'await_answer' };
}

/** Rings in order. A device that cannot be rung is told as failed, never skipped in silence. */
export async function firstToAnswer(
  call: LiveCall,
  target: string | null,
  signal: AbortSignal,
): Promise<{ id: string; leg: Leg } | undefined> {
  const devices = chooseDevices(await call.surroundings.devices(), target);
  if (devices.length === 0) deviceFailed(call, { id: '', name: target ?? '' }, 'no device is online');
  for (const device of devices) {
    const leg = await ring(call, device, signal);
    if (leg !== undefined) return { id: device.id, leg };
  }
  return undefined;
}

/** @returns the answered leg, or undefined when the device did not take the call. */
async function ring(call: LiveCall, device: DeviceWithState, signal: AbortSignal): Promise<Leg | undefined> {
  const { telephony, settings } = call.surroundings;
  if (!device.isOnline) {
    deviceFailed(call, device, device.fault ?? 'offline');
    return undefined;
  }
  transferStarts(call, device);
  let leg: Leg;
  try {
    leg = await telephony.dialDevice(call.id, dialTarget(call, device), {
      timeoutSeconds: settings.deviceRingSeconds,
      showNumber: call.ledger.call.number,
    });
  } catch (error) {
    deviceFailed(call, device, describeError(error));
    return undefined;
  }
  call.attachDevice(leg);
  void call.openBridge().catch(() => undefined); // made while it rings; `talk` meets a failure again
  try {
    const answered = await untilTaken(call, device, leg, signal);
    if (answered) return leg;
  } catch (error) {
    await leg.hangUp('answered_elsewhere');
    throw error;
  }
  deviceFailed(call, device, leg.outcome?.detail ?? 'the device did not answer');
  return undefined;
}

async function untilTaken(
  call: LiveCall,
  device: DeviceWithState,
  leg: Leg,
  signal: AbortSignal,
): Promise<boolean> {
  const told = (): void => call.ledger.note({}, ['device_ringing', { device: device.id, name: device.name }]);
  // Asterisk ends the dial itself; this deadline is for an Asterisk that went silent.
  const patienceSeconds = call.surroundings.settings.deviceRingSeconds + 5;
  const taken = await waitFor<boolean>(signal, patienceSeconds, (settle) =>
    leg.subscribe((event) => {
      if (event.kind === 'ringing') told();
      if (event.kind === 'answered') settle(true);
      if (event.kind === 'gone') settle(false);
    }),
  );
  if (taken === 'timeout') await leg.hangUp();
  return taken === true;
}

/** With a far end there, ringing a device is a transfer; without one (mode direct) the call is still being tried. */
function transferStarts(call: LiveCall, device: DeviceWithState): void {
  if (call.far === undefined) {
    call.ledger.note({ deviceId: device.id });
    return;
  }
  const started = ['transfer_started', { device: device.id, from_call_id: call.id }] as const;
  if (call.ledger.status === 'transferring') call.ledger.note({ deviceId: device.id }, [...started]);
  else call.ledger.move('device_dialled', { deviceId: device.id }, [...started]);
}

/** @throws AppError `refused` when the policy forbids the number of an external device. */
function dialTarget(call: LiveCall, device: DeviceWithState): DeviceTarget {
  if (device.type !== 'external') return { kind: 'endpoint', deviceId: device.id };
  const number = call.surroundings.permitNumber(device.sipUri.replace(/^tel:/, ''));
  return { kind: 'number', deviceId: device.id, number };
}

function deviceFailed(call: LiveCall, device: { id: string; name: string }, reason: string): void {
  call.ledger.note({}, ['device_failed', { device: device.id, name: device.name, reason }]);
}
