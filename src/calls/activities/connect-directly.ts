import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice, Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { huntDevices } from './hunt-devices.ts';
import { dialFarEnd } from './reach-far-end.ts';

/** Modes direct and ai_assisted: the owner's device first; when it answers, the number is dialled into the same bridge. */
export async function connectDirectly(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  const device = call.legs.devices.answered ?? (await huntDevices(call, signal));
  if (device === undefined) return endOf('device_unavailable', 'no device took the call');
  const bridge = await call.legs.openBridge();
  await bridge.add(device.leg);
  if (hasHungUp(device)) return endOf('hangup_owner');
  const denoise = call.ledger.call.mode === 'ai_assisted';
  const failed = await dialFarEnd(call, { denoise, bridge, caller: device.leg });
  if (failed !== undefined && hasHungUp(device)) return endOf('hangup_owner');
  return failed ?? { do: 'talk', device };
}

function hasHungUp({ leg }: AnsweredDevice): boolean {
  return leg.state === 'gone';
}
