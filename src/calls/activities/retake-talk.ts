import type { DeviceWithState } from '../../domain/device.ts';
import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice, LostDevice, Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { comesOnline } from './browser-presence.ts';
import { reassureFarEnd } from './greeting.ts';
import { huntDevices } from './hunt-devices.ts';
import { keepFarWaiting } from './reach-far-end.ts';
import { awaitDevice, deviceFailed, ringDevice } from './ring-device.ts';
import { backSeconds } from './talk.ts';

/**
 * The device on which the owner was talking has lost its network, or its page, or was hung up as soon as it was connected: the far end is
 * asked to wait, the device gets the call back as soon as it is online again (a page answers by itself), and if it does not come back, the
 * other devices ring. They ring at once for a browser whose session ended, and for a phone that hangs up again and again.
 */
export async function retakeTalk(call: LiveCall, lost: LostDevice, signal: AbortSignal): Promise<Plan> {
  // Its leg is released in any case: a call that kept it would be connected to nobody without noticing.
  const devices = await call.needs.devices().catch((error: unknown) => {
    const about = { call: call.id, device: lost.deviceId, error: describeError(error) };
    call.needs.log.warn('the devices cannot be read: the call does not wait for the lost one', about);
    return [];
  });
  signal.throwIfAborted();
  const device = devices.find(({ id }) => id === lost.deviceId);
  // An earlier process waited for the lost one in vain, and rang others: all of them are waited for now.
  const othersRing = call.legs.devices.areOthersInUse(lost.deviceId);
  awaitDevice(call, { id: lost.deviceId, name: device?.name ?? lost.name ?? '' });
  const releasing = lost.leg === undefined ? undefined : call.legs.devices.release(lost.leg);
  await Promise.all([releasing, keepFarWaiting(call)]);
  const reassurance = reassureFarEnd(call, signal);
  try {
    const taken =
      (device === undefined || call.personTalk.isMoreThanASlip || othersRing
        ? undefined
        : await takeBack(call, device, signal)) ??
      // Signed in again, a browser is another device.
      (await huntDevices(call, signal, {
        isForPerson: true,
        except: lost.deviceId,
        waitsForArrival: device === undefined,
      }));
    if (taken !== undefined) return { do: 'talk', device: taken, greeting: reassurance };
  } catch (error) {
    await reassurance.stop();
    throw error;
  }
  await reassurance.stop();
  if (call.ledger.call.mode !== 'hold_slayer') return endOf('device_unavailable', 'no device took the call');
  call.hearing.takePerson(); // the devices have just rung for whoever was heard meanwhile
  call.ledger.enterHold('no device answered');
  return { do: call.legs.farIsUp ? 'hold' : 'reach_far_end' };
}

async function takeBack(
  call: LiveCall,
  device: DeviceWithState,
  signal: AbortSignal,
): Promise<AnsweredDevice | undefined> {
  const { id, name, canWake } = device;
  if (canWake) call.ledger.note({}, ['device_waking', { device: id, name, wait_seconds: backSeconds }]);
  if (await comesOnline(call, id, backSeconds, signal))
    return ringDevice(call, { ...device, isOnline: true }, null, signal);
  deviceFailed(call, device, `its page or its network was lost and not back within ${backSeconds} s`);
  return undefined;
}
