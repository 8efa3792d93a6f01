import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { dialFarEnd } from './reach-far-end.ts';
import { firstToAnswer } from './ring-devices.ts';

/** Modes direct and ai_assisted: the owner's device first; when it answers, the number is dialled into the same bridge. */
export async function connectDirectly(
  call: LiveCall,
  target: string | null,
  signal: AbortSignal,
): Promise<Plan> {
  const device = await firstToAnswer(call, target, signal);
  if (device === undefined) return endOf('device_unavailable', 'no device took the call');
  try {
    const bridge = await call.openBridge();
    await bridge.add(device.leg);
    const failed = await dialFarEnd(call, { denoise: call.ledger.call.mode === 'ai_assisted', bridge });
    if (failed !== undefined) return failed;
  } catch (error) {
    if (signal.aborted) await device.leg.hangUp();
    throw error;
  }
  return { do: 'talk', deviceId: device.id, device: device.leg };
}
