import type { CallStatus } from '../../domain/call-status.ts';
import type { Activity, CallEnd, LiveCall } from '../live-call.ts';
import type { LegsLeft } from '../telephony.ts';
import { connectDirectly } from './connect-directly.ts';
import { awaitFarEnd, keepSilent } from './reach-far-end.ts';
import { ringDevices } from './ring-devices.ts';
import { talk } from './talk.ts';
import { holdThenRing } from './wait-on-hold.ts';
import { workMenu } from './work-menu.ts';

/** Goes on with a call that an earlier process of this service began, from what Asterisk still has of it. */
export const adopt: Activity = async (call, signal) => {
  const { telephony } = call.surroundings;
  const left = await telephony.adopt(call.id);
  call.bridge = left.bridge;
  for (const { leg } of left.devices) call.attachDevice(leg);
  const { far } = left;
  if (far === undefined) return withoutFarEnd(call, left);
  call.attachFar(far);
  if (call.ledger.isOver) return { end: 'hangup_remote' };
  const device = left.devices.find(({ leg }) => leg.state === 'up');
  await Promise.all(left.devices.filter((other) => other !== device).map(({ leg }) => leg.hangUp()));
  if (device !== undefined) {
    void call.hearing.open(telephony, far);
    if (dialledLater.includes(call.ledger.status))
      call.ledger.move('device_dialled', { deviceId: device.deviceId });
    return talk(device.deviceId, device.leg);
  }
  if (far.state !== 'up') return awaitFarEnd(call, signal);
  if (call.ledger.call.answeredAtMs === null) call.ledger.note({ answeredAtMs: Date.now() });
  if (call.ledger.status !== 'connected') void keepSilent(call, far);
  void call.hearing.open(telephony, far);
  return goOn(call);
};

/** The last transition before the end of the earlier process may not have been stored. */
const dialledLater: readonly CallStatus[] = ['navigating', 'on_hold', 'human_detected'];

function goOn(call: LiveCall): Activity | CallEnd {
  const { status, flowId, target } = call.ledger.call;
  if (status === 'connected') return { end: 'hangup_owner' };
  if (status === 'human_detected' || status === 'transferring') return ringDevices(target);
  return flowId === null ? holdThenRing(target) : workMenu(flowId);
}

function withoutFarEnd(call: LiveCall, left: LegsLeft): Activity | CallEnd {
  const { status, mode, startedAtMs, target } = call.ledger.call;
  if ((call.surroundings.telephony.upSinceMs() ?? 0) > startedAtMs)
    return { end: 'gateway_error', error: 'Asterisk was restarted and lost the call' };
  if (status === 'trying' && mode !== 'hold_slayer' && left.devices.length > 0) {
    for (const { leg } of left.devices) void leg.hangUp();
    return connectDirectly(target);
  }
  if (status === 'trying')
    return { end: 'gateway_error', error: 'the service was restarted before the call was dialled' };
  return { end: 'hangup_remote', error: 'the far end hung up while the service was away' };
}
