import { describeError } from '../../domain/errors.ts';
import type { DialOptions } from '../legs/call-legs.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice, Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { NotDialled } from '../telephony.ts';
import { delay } from '../waiting.ts';
import { huntDevices } from './hunt-devices.ts';
import { dialFarEnd } from './reach-far-end.ts';

/** A dial that Asterisk does not take is tried again this often, once a second: the owner has the phone at the ear. */
const maxTries = 30;

/** Modes direct and ai_assisted: the owner's device first; when it answers, the number is dialled into the same bridge. */
export async function connectDirectly(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  const device = call.legs.devices.answered ?? (await huntDevices(call, signal));
  if (device === undefined) return endOf('device_unavailable', 'no device took the call');
  const bridge = await call.legs.openBridge();
  await bridge.add(device.leg);
  if (hasHungUp(device)) return endOf('hangup_owner');
  const denoise = call.ledger.call.mode === 'ai_assisted';
  const failed = await dialWhileHeld(call, device, { denoise, bridge, caller: device.leg }, signal);
  if (failed !== undefined && hasHungUp(device)) return endOf('hangup_owner');
  return failed ?? { do: 'talk', device };
}

/** Not left to `LiveCall`, which would ring a phone that hangs up meanwhile once more. */
async function dialWhileHeld(
  call: LiveCall,
  device: AnsweredDevice,
  options: DialOptions,
  signal: AbortSignal,
): Promise<Plan | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await dialFarEnd(call, signal, options);
    } catch (error) {
      if (!(error instanceof NotDialled)) throw error;
      if (tries === maxTries) return endOf('gateway_error', describeError(error));
      await delay(1, signal);
      if (hasHungUp(device)) return endOf('hangup_owner');
    }
  }
}

function hasHungUp({ leg }: AnsweredDevice): boolean {
  return leg.state === 'gone';
}
