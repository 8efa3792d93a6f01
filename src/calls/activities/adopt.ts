import type { CallStatus } from '../../domain/call-status.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import type { LegsLeft } from '../telephony.ts';
import { keepSilent } from './reach-far-end.ts';

/** Goes on with a call that an earlier process of this service began, from what Asterisk still has of it. */
export async function adopt(call: LiveCall): Promise<Plan> {
  const { telephony, trunk } = call.surroundings;
  const left = await telephony.adopt(call.id);
  trunk.adopt(call.id, left);
  if (left.bridge !== undefined) call.adoptBridge(left.bridge);
  for (const { leg } of left.devices) call.attachDevice(leg);
  const { far } = left;
  if (far === undefined) return withoutFarEnd(call, left);
  call.attachFar(far);
  if (call.ledger.isOver) return endOf('hangup_remote');
  const device = left.devices.find(({ leg }) => leg.state === 'up');
  await Promise.all(left.devices.filter((other) => other !== device).map(({ leg }) => leg.hangUp()));
  if (device !== undefined) {
    void call.hearing.open(telephony, far);
    if (dialledLater.includes(call.ledger.status))
      call.ledger.move('device_dialled', { deviceId: device.deviceId });
    return { do: 'talk', deviceId: device.deviceId, device: device.leg };
  }
  if (far.state !== 'up') return { do: 'await_answer' };
  if (call.ledger.call.answeredAtMs === null) call.ledger.note({ answeredAtMs: Date.now() });
  if (call.ledger.status !== 'connected') void keepSilent(call, far);
  void call.hearing.open(telephony, far);
  return goOn(call);
}

/** The last transition before the end of the earlier process may not have been stored. */
const dialledLater: readonly CallStatus[] = ['navigating', 'on_hold', 'human_detected'];

function goOn(call: LiveCall): Plan {
  const { status, flowId, target } = call.ledger.call;
  if (status === 'connected') return endOf('hangup_owner');
  if (status === 'human_detected' || status === 'transferring') return { do: 'ring', target };
  return flowId === null ? { do: 'hold', target } : { do: 'work_menu', flowId };
}

function withoutFarEnd(call: LiveCall, left: LegsLeft): Plan {
  const { status, mode, startedAtMs, target } = call.ledger.call;
  if ((call.surroundings.telephony.upSinceMs() ?? 0) > startedAtMs)
    return endOf('gateway_error', 'Asterisk was restarted and lost the call');
  if (status === 'trying' && mode !== 'hold_slayer' && left.devices.length > 0) {
    for (const { leg } of left.devices) void leg.hangUp();
    return { do: 'connect_directly', target };
  }
  if (status === 'trying')
    return endOf('gateway_error', 'the service was restarted before the call was dialled');
  return endOf('hangup_remote', 'the far end hung up while the service was away');
}
