import type { SendBackReason } from '../../domain/call.ts';
import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice, Greeting, Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { soundInTime } from '../speech.ts';
import type { Bridge, Leg } from '../telephony.ts';
import { waitFor } from '../waiting.ts';
import { comesOnline, whenOffline } from './browser-presence.ts';
import { fillSilence } from './fill-silence.ts';
import { whenLostInTalk } from './lost-phone.ts';
import { confirmPerson } from './person.ts';
import { keepFarWaiting, untilAnswered } from './reach-far-end.ts';
import { deviceFailed } from './ring-device.ts';
import { ringUntilHeard } from './ringback.ts';
import { watchSilence } from './silent-phone.ts';

/** A reloaded page is back within seconds; changing networks, or tapping the notification again, takes longer. */
export const backSeconds = 30;
/** Pressed on the owner's phone: back to hold. It is not sent to the far end. */
const sendBackDigit = '*';
/** If a phone answers and hangs up this often before its owner could talk, the call ends. */
const maxEarlyHangUps = 3;
/**
 * Nobody talks to a recording for longer than this. A call that is sent back later had reached a person, who put the owner on hold again.
 */
const notAPersonSeconds = 30;

/**
 * Bridges the device with the far end and stays until one of them hangs up, or the device is lost. `LiveCall`
 * handles the far end's hang-up. While the far end still rings, the owner hears it ring.
 */
export async function talk(
  call: LiveCall,
  { device: answered, greeting }: { device: AnsweredDevice; greeting?: Greeting },
  signal: AbortSignal,
): Promise<Plan> {
  const { far } = call.legs;
  const { leg: device } = answered;
  const isHeld = call.ledger.call.mode === 'hold_slayer';
  const deviceGone = whenGone(device);
  const { lost, stopLooking } = whenLost(call, answered);
  const stopDigits = takeDigits(call, device, isHeld);
  const stopRinging = ringUntilHeard(call, far, device);
  let stopFilling: () => void = () => undefined;
  try {
    if (isHeld && call.ledger.status !== 'connected') await announceTo(call, device, signal);
    signal.throwIfAborted();
    // A channel that plays takes no other order (ARI queues them), so the greeting ends before the bridge begins.
    const [bridge] = await Promise.all([call.legs.openBridge(), greeting?.stop(), call.voice.stopSpeaking()]);
    const absorbsDtmf = isHeld || far.state === 'up';
    await Promise.all([call.legs.bridgeFar(bridge), bridge.add(device, { absorbsDtmf })]);
    await untilAnswered(call, far, AbortSignal.any([signal, deviceGone]));
    signal.throwIfAborted();
    stopRinging();
    stopFilling = fillSilence(call, { far, device: answered }, bridge);
    // Until the answer only the bridge passes on keys: Asterisk takes no order for digits after a 183 alone.
    if (!absorbsDtmf) await bridge.add(device, { absorbsDtmf: true });
    if (!deviceGone.aborted) connected(call, answered, bridge);
    const over = AbortSignal.any([deviceGone, lost]);
    await waitFor<void>(signal, undefined, (settle) => onAbort(over, settle));
  } catch (error) {
    await greeting?.stop();
    if (signal.aborted) await hangUpDevice(call, device);
    if (signal.aborted || !deviceGone.aborted) throw error;
  } finally {
    stopDigits();
    stopRinging();
    stopFilling();
    stopLooking();
  }
  const isConnected = call.ledger.status === 'connected';
  const isTooEarly = isHeld && (!isConnected || call.personTalk.isTooShort);
  const wasCutOff = device.outcome?.fault !== undefined && !isTooEarly;
  if (isConnected && (lost.aborted || wasCutOff)) return { do: 'retake', lost: answered };
  return isTooEarly ? tooEarly(call, answered) : endOf('hangup_owner');
}

/**
 * A phone that hangs up before its owner could talk does not end the call: an hour of waiting must not be lost to a slip of the hand. If
 * this happens again and again, the owner is declining the call, or the phone answers by itself and fails.
 */
async function tooEarly(call: LiveCall, answered: AnsweredDevice): Promise<Plan> {
  if (call.personTalk.countEarlyHangUp() >= maxEarlyHangUps) return endOf('hangup_owner');
  const isConnected = call.ledger.status === 'connected';
  const why = isConnected ? 'it hung up as soon as it was connected' : 'it hung up before it was connected';
  // Whoever waits for the owner does not speak again to be rung for.
  if (isConnected || call.personTalk.isAwaited) {
    const { deviceId: id, name = '', leg } = answered;
    deviceFailed(call, { id, name }, leg.outcome?.fault ?? why);
    return { do: 'retake', lost: answered };
  }
  await keepFarWaiting(call);
  return call.course.turnBack('the phone hung up before it was connected');
}

/** The owner hears which call this is before hearing the person. */
async function announceTo(call: LiveCall, device: Leg, signal: AbortSignal): Promise<void> {
  const { announcement } = call.needs.settings;
  if (announcement === undefined) return;
  const sound = await soundInTime(call.needs.speech, announcement, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    call.needs.log.warn('the call was not announced', { call: call.id, error: describeError(error) });
  });
  if (sound !== undefined) await device.play(sound, signal);
}

/**
 * The device's digits do not cross the bridge, which would pass on both reports of a phone that reports each key twice: they are passed on
 * from here. In a call that was held, `*` puts it back on hold.
 */
function takeDigits(call: LiveCall, device: Leg, isHeld: boolean): () => void {
  return device.subscribe((event) => {
    if (event.kind !== 'dtmf') return;
    if (call.ledger.isOver) return;
    if (isHeld && event.digit === sendBackDigit) return call.keepHolding(whySentBack(call));
    // The owner hears nobody yet: a key pressed now is one more answer to an earlier prompt.
    if (call.ledger.status !== 'connected') return;
    // What the owner types in a call of their own is not recorded.
    const sent = isHeld ? call.sendDtmf(event.digit) : call.legs.far.sendDtmf(event.digit);
    sent.catch((error: unknown) =>
      call.needs.log.warn("the owner's digit was not passed on", {
        call: call.id,
        error: describeError(error),
      }),
    );
  });
}

function whySentBack(call: LiveCall): SendBackReason {
  return call.personTalk.seconds < notAPersonSeconds ? 'not_a_person' : 'on_hold_again';
}

/** A device's leg stays up, silent, when its page or its network is lost. A browser is known to be lost at once, by its socket. */
function whenLost(
  call: LiveCall,
  { deviceId, leg }: AnsweredDevice,
): { lost: AbortSignal; stopLooking: () => void } {
  const lost = new AbortController();
  const looking = new AbortController();
  // Read now: a browser is no longer a device once its sign-in has ended.
  const isBrowser = call.needs.devices().then(
    (devices) => devices.some(({ id, type }) => id === deviceId && type === 'webrtc'),
    (error: unknown) => {
      const about = { call: call.id, device: deviceId, error: describeError(error) };
      call.needs.log.warn(
        'the devices cannot be read: a browser that is lost in this talk is not noticed',
        about,
      );
      return false;
    },
  );
  const leaves = [
    whenOffline(call, deviceId, backSeconds, () => void isBrowser.then((itIs) => itIs && lost.abort())),
    whenLostInTalk(call, deviceId, leg, () => lost.abort()),
    watchSilence(call, deviceId, leg, () => lost.abort()),
  ];
  // After a restart the page has to find the service again; one that was lost in the meantime never does.
  if (call.ledger.status === 'connected')
    void isBrowser
      .then((itIs) => !itIs || comesOnline(call, deviceId, backSeconds, looking.signal))
      .then((isThere) => isThere || lost.abort())
      .catch(() => undefined); // the talk is over
  const stopLooking = (): void => {
    for (const leave of leaves) leave();
    looking.abort();
  };
  return { lost: lost.signal, stopLooking };
}

function whenGone(leg: Leg): AbortSignal {
  const gone = new AbortController();
  if (leg.state === 'gone') gone.abort();
  else leg.subscribe((event) => event.kind === 'gone' && gone.abort());
  return gone.signal;
}

function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) act();
  signal.addEventListener('abort', act);
  return () => signal.removeEventListener('abort', act);
}

function connected(call: LiveCall, { deviceId, name, leg }: AnsweredDevice, bridge: Bridge): void {
  call.hearing.setPhase('talking');
  call.hearing.takePerson();
  call.course.keepTransfer();
  call.ownerEar.hear(leg);
  call.menuEar.stop();
  if (call.ledger.status === 'connected') return; // adopted after a restart
  confirmPerson(call, { reason: 'the owner answered' });
  const device = { deviceId, ...(name === undefined ? {} : { deviceName: name }) };
  call.ledger.move('bridged', device, ['transfer_complete', { device: deviceId, bridge_id: bridge.id }]);
  void announceRecording(call, bridge);
}

/** Never rejects. */
async function announceRecording(call: LiveCall, bridge: Bridge): Promise<void> {
  try {
    const notice = await call.needs.tape.notice(call.id);
    if (notice === undefined) return;
    const sound = await call.needs.speech.media(notice);
    if (call.ledger.status === 'connected') await bridge.play(sound);
  } catch (error) {
    call.needs.log.warn('the recording notice was not played', {
      call: call.id,
      error: describeError(error),
    });
  }
}

/** Hangs up the owner's device and keeps the far end. */
async function hangUpDevice(call: LiveCall, device: Leg): Promise<void> {
  if (call.ledger.isOver) return;
  await Promise.all([device.hangUp(), keepFarWaiting(call)]);
}
