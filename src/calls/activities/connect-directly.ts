import type { Activity } from '../live-call.ts';
import { firstToAnswer } from './ring-devices.ts';
import { talk } from './talk.ts';

/** Modes direct and ai_assisted: the owner's device first; when it answers, the number is dialled into the same bridge. */
export function connectDirectly(target: string | null): Activity {
  return async (call, signal) => {
    const { telephony, settings } = call.surroundings;
    const device = await firstToAnswer(call, target, signal);
    if (device === undefined) return { end: 'device_unavailable', error: 'no device took the call' };
    try {
      const bridge = await call.openBridge();
      await bridge.add(device.leg);
      const far = await telephony.dialFar(call.id, call.ledger.call.number, {
        timeoutSeconds: settings.answerSeconds,
        denoise: call.ledger.call.mode === 'ai_assisted',
        bridge,
      });
      call.attachFar(far);
    } catch (error) {
      if (signal.aborted) await device.leg.hangUp();
      throw error;
    }
    return talk(device.id, device.leg);
  };
}
