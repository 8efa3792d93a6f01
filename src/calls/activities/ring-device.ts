import { type DeviceWithState, isSipPhone } from '../../domain/device.ts';
import { describeError } from '../../domain/errors.ts';
import type { EventDraft } from '../call-ledger.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice } from '../plan.ts';
import type { Leg } from '../telephony.ts';
import { delay, Interrupted, untilConnected, waitFor } from '../waiting.ts';
import { whenOffline } from './browser-presence.ts';
import { confirmAnswer, preparePrompt, whyUnconfirmed } from './confirm-answer.ts';

/** Asterisk ends a dial itself. This deadline is for an Asterisk that no longer reports anything. */
const silenceSeconds = 5;

/** How soon Asterisk reports a phone as offline whose connection has broken. */
const brokenSeconds = 2;

/** A phone that keeps changing its address must not ring for ever. */
const maxMoves = 3;

/**
 * @returns the answered leg, or undefined when the device did not take the call; a device that must confirm has then pressed its key.
 * @throws Interrupted
 */
export async function ringDevice(
  call: LiveCall,
  device: DeviceWithState,
  next: string | null,
  signal: AbortSignal,
): Promise<AnsweredDevice | undefined> {
  const reportRinging = ringingReport(call, device, next);
  let leg = call.legs.devices.of(device.id) ?? (await dial(call, device, signal));
  for (let moves = 0; leg !== undefined; moves++) {
    void call.legs.openBridge().catch(() => undefined); // made while it rings; `talk` deals with a failure
    if (call.legs.devices.mustConfirm(leg)) preparePrompt(call);
    const ring = { device, leg, reportRinging, mayMove: moves < maxMoves };
    const ended = await untilTaken(call, ring, signal).catch(async (error: unknown) => {
      await call.legs.devices.release(ring.leg, 'answered_elsewhere');
      throw error;
    });
    if (ended === 'taken') return { deviceId: device.id, name: device.name, leg };
    if (ended !== 'moved') deviceFailed(call, device, ended.failed);
    if (leg.state !== 'gone') await call.legs.devices.release(leg);
    leg = ended === 'moved' ? await place(call, device, signal) : undefined;
  }
  return undefined;
}

async function dial(call: LiveCall, device: DeviceWithState, signal: AbortSignal): Promise<Leg | undefined> {
  if (signal.aborted) throw new Interrupted();
  if (!device.isOnline) {
    deviceFailed(call, device, device.fault ?? 'offline');
    return undefined;
  }
  await untilReachable(call, signal);
  transferStarts(call, device);
  return place(call, device, signal);
}

async function place(call: LiveCall, device: DeviceWithState, signal: AbortSignal): Promise<Leg | undefined> {
  for (;;) {
    try {
      return await (device.type === 'external'
        ? dialNumber(call, device, signal)
        : dialPhone(call, device, signal));
    } catch (error) {
      if (signal.aborted) throw new Interrupted();
      if (!(await untilReachable(call, signal))) {
        deviceFailed(call, device, describeError(error));
        return undefined;
      }
    }
  }
}

/**
 * Waits while Asterisk is away: no device can be rung then, which is not the device's failure, and the far end waits. The call's deadline
 * ends this at the latest. @returns whether it was away. @throws Interrupted
 */
export async function untilReachable(call: LiveCall, signal: AbortSignal): Promise<boolean> {
  const { telephony } = call.needs;
  if (call.legs.farEnd.state !== 'present' || telephony.upSinceMs() !== undefined) return false;
  await untilConnected(telephony, signal);
  return true;
}

/** One of the owner's numbers, through the trunk. @throws AppError naming the rule that refuses it. */
async function dialNumber(call: LiveCall, device: DeviceWithState, signal: AbortSignal): Promise<Leg> {
  const number = device.sipUri.replace(/^tel:/, '');
  const request = { callId: call.id, number, purpose: 'device', deviceId: device.id } as const;
  const permit = await call.needs.trunk.permit(request);
  try {
    if (signal.aborted) throw new Interrupted();
    const target = { kind: 'number', deviceId: device.id, number: permit.number } as const;
    const leg = await call.legs.devices.dial(device, target, signal);
    permit.follow(leg);
    return leg;
  } catch (error) {
    permit.end();
    throw error;
  }
}

/** A phone at an address. @throws AppError `refused` when that address has become another way to the trunk. */
async function dialPhone(call: LiveCall, device: DeviceWithState, signal: AbortSignal): Promise<Leg> {
  await call.needs.permitAddress(device.id);
  if (signal.aborted) throw new Interrupted();
  return call.legs.devices.dial(device, { kind: 'endpoint', deviceId: device.id }, signal);
}

interface Ring {
  device: DeviceWithState;
  leg: Leg;
  /** To be called whenever it rings. */
  reportRinging: () => void;
  /** Whether it is called again, at the address to which it has moved. */
  mayMove: boolean;
}

/** Reports, once, that the device rings. @param next the device whose turn is next. */
function ringingReport(call: LiveCall, device: DeviceWithState, next: string | null): () => void {
  const { deviceRingSeconds } = call.needs.settings;
  let isReported = false;
  return () => {
    const data = { device: device.id, name: device.name, ring_seconds: deviceRingSeconds, next };
    if (!isReported) call.ledger.note({}, ['device_ringing', data]);
    isReported = true;
  };
}

/** @returns `moved` if it is to be called at its new address; otherwise, if it did not take the call, why. */
async function untilTaken(
  call: LiveCall,
  ring: Ring,
  signal: AbortSignal,
): Promise<'taken' | 'moved' | { failed: string }> {
  const { device, leg } = ring;
  const ended = await untilItAnswers(call, ring, signal);
  if (signal.aborted) throw new Interrupted();
  if (ended === 'moved') return ended;
  if (ended === 'offline') return { failed: 'it went offline while it rang' };
  if (ended === 'timeout' && hasLostConnection(device, leg))
    return { failed: 'its connection was lost while it rang' };
  if (ended !== 'answered') return { failed: leg.outcome?.detail ?? 'the device did not answer' };
  if (!call.legs.devices.mustConfirm(leg)) return 'taken';
  const confirmation = await confirmAnswer(call, device, leg, signal);
  if (signal.aborted) throw new Interrupted();
  if (confirmation !== 'answered') return { failed: whyUnconfirmed(confirmation) };
  call.legs.devices.confirm(leg);
  return 'taken';
}

async function untilItAnswers(
  call: LiveCall,
  { device, leg, reportRinging, mayMove }: Ring,
  signal: AbortSignal,
): Promise<'answered' | 'gone' | 'offline' | 'moved' | 'timeout'> {
  const over = new AbortController();
  const look = (settle: (how: 'answered' | 'gone') => void): void => {
    if (leg.state === 'ringing' || leg.hasEarlyMedia || leg.state === 'up') reportRinging();
    if (leg.state === 'up') settle('answered');
    if (leg.state !== 'gone') return;
    // It registers again as soon as it can, and has then moved. One that stays online has itself refused the call.
    if (mayMove && hasLostConnection(device, leg))
      void staysOnline(call, device.id, over.signal).then((itDoes) => itDoes && settle('gone'));
    else settle('gone');
  };
  const ended = (seconds: number): ReturnType<typeof untilItAnswers> =>
    waitFor<'answered' | 'gone' | 'offline' | 'moved'>(signal, seconds, (settle) => {
      look(settle); // it may have been answered, or have declined, before anybody could subscribe to the leg
      const offs = [
        leg.subscribe(() => look(settle)),
        // A closed page does not say goodbye, and Asterisk would let it ring to the end.
        device.type === 'webrtc'
          ? whenOffline(call, device.id, 0, () => settle('offline'))
          : // Neither does a phone that changes networks, or whose app is restarted.
            call.needs.onDeviceMove((id) => id === device.id && mayMove && settle('moved')),
      ];
      return () => offs.forEach((off) => off());
    });
  try {
    const how = await ended(call.needs.settings.deviceRingSeconds + silenceSeconds);
    // What it has done meanwhile is known once Asterisk is back.
    return how === 'timeout' && (await untilReachable(call, signal)) ? await ended(silenceSeconds) : how;
  } finally {
    over.abort();
  }
}

/**
 * Asterisk reports a phone whose TCP connection breaks while it rings as congestion: it answers its own INVITE with 503, as a phone may
 * that is busy with something else.
 */
function hasLostConnection({ type }: DeviceWithState, { outcome }: Leg): boolean {
  return isSipPhone(type) && outcome?.kind === 'congestion';
}

/** Never rejects: while the devices cannot be read, nothing is known. */
async function staysOnline(call: LiveCall, deviceId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await delay(brokenSeconds, signal);
    return (await call.needs.devices()).some(({ id, isOnline }) => id === deviceId && isOnline);
  } catch (error) {
    if (!signal.aborted)
      call.needs.log.warn('the devices cannot be read: the call waits for a phone that may still be there', {
        call: call.id,
        device: deviceId,
        error: describeError(error),
      });
    return false;
  }
}

/**
 * In every mode a device's events come in one order: `transfer_started`, `device_ringing`, `transfer_complete`. The status follows the far
 * end: without one (mode direct, where the device comes first) the call is still being tried.
 */
function transferStarts(call: LiveCall, device: DeviceWithState): void {
  awaitDevice(call, device, ['transfer_started', { device: device.id, from_call_id: call.id }]);
}

/** The call belongs to this device from now on, whether it is dialled already or has to come back online first. */
export function awaitDevice(
  call: LiveCall,
  { id, name }: Pick<DeviceWithState, 'id' | 'name'>,
  ...events: EventDraft[]
): void {
  const chosen = { deviceId: id, deviceName: name };
  const waitsForOwner = call.legs.farEnd.state === 'present' && call.ledger.status !== 'transferring';
  if (waitsForOwner) call.ledger.move('device_dialled', chosen, ...events);
  else call.ledger.note(chosen, ...events);
}

export function deviceFailed(call: LiveCall, device: { id: string; name: string }, reason: string): void {
  call.ledger.note({}, ['device_failed', { device: device.id, name: device.name, reason }]);
}
