import { signal } from '@preact/signals';
import { call } from '../api/client.ts';
import { explain } from '../api/errors.ts';
import { rereadDevices } from '../state/stored/devices.ts';
import { keep, readKept } from '../state/stored/kept.ts';
import { sessionPhase } from '../state/gateway/session.ts';
import { forgetTalk } from './kept-talk.ts';
import { microphoneFault, openMicrophone } from './microphone.ts';
import { chosenDevice } from './sound-devices.ts';
import { nameBrowser } from '../text/browsers.ts';
import type { Ring, SipLine } from './sip-line.ts';
import type { TalkAudio } from './talk-audio.ts';

/** This browser as one of the owner's phones. */

export type PhonePhase =
  /** Not enabled in this browser. */
  | 'off'
  /** The browser asks whether this page may use the microphone. */
  | 'asking'
  | 'connecting'
  | 'ready'
  /** Another tab of this browser is the phone. */
  | 'elsewhere'
  | 'fault';

export const phonePhase = signal<PhonePhase>('off');
export const phoneFault = signal('');
/** This browser's device; known once connected. */
export const phoneDeviceId = signal<string | undefined>(undefined);
const deviceKey = 'holdfast-phone-device';
/** The device that another tab of this browser is. */
export const otherTabDeviceId = (): string | undefined =>
  phonePhase.value === 'elsewhere' ? readKept(deviceKey) : undefined;
/** The session ended while this browser carried a talk, and the talk with it. */
export const isTalkOverWithSession = signal(false);
/** Whether this tab, of all of this browser, is its phone, or is about to be. */
export const isPhoneTab = (): boolean => ['connecting', 'ready', 'fault'].includes(phonePhase.peek());
/** A call ringing here now. */
export const ringHere = signal<Ring | undefined>(undefined);
/** The talk carried by this browser. */
export const talkHere = signal<TalkAudio | undefined>(undefined);
export const answerFault = signal('');

/** Without https, only localhost may use the microphone. */
export const canBePhone = (): boolean =>
  window.isSecureContext && 'mediaDevices' in navigator && 'RTCPeerConnection' in window;

const wishKey = 'holdfast-phone';
/** Whether the owner has made this browser a phone. Not while it may not use its microphone. */
export const isPhoneWished = signal(isWishKept());
const lockName = 'holdfast-phone';
const againMs = 3_000;

let line: SipLine | undefined;
/** The newest attempt counts: a visible page begins one while another waits for its answer, and both would become lines. */
let attempts = 0;
/** Aborted when this tab stops being the phone, or stops waiting for another tab. */
let holding: AbortController | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
/** A relay's credentials are valid for a day. */
const renewMs = 12 * 3600_000;
let renewing: ReturnType<typeof setTimeout> | undefined;
/** *Answer here* was pressed before it rang here; valid briefly, so that no other call is answered. */
let answersUntilMs = 0;
let answersMuted = false;
const answersMs = 30_000;

/** Starts if the owner has made this browser a phone, and follows the session. @returns a function that stops it. */
export function followPhone(): () => void {
  const stop = sessionPhase.subscribe((phase) => {
    if (phase === 'signed-in') {
      isTalkOverWithSession.value = false;
      if (isPhoneWished.peek()) void open();
    } else {
      isTalkOverWithSession.value = talkHere.peek() !== undefined;
      close();
    }
  });
  // A tab that slept may have lost its socket without noticing.
  const onVisible = () => {
    if (document.visibilityState === 'visible' && phonePhase.peek() === 'connecting' && holding !== undefined)
      connectAnew(holding.signal);
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('storage', obeyOtherTab);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('storage', obeyOtherTab);
    close();
  };
}

/** The switch is this browser's: another tab turns this one on and off, but hangs nobody up. */
function obeyOtherTab({ key }: StorageEvent): void {
  if (key !== wishKey) return;
  isPhoneWished.value = isWishKept();
  if (isPhoneWished.peek()) {
    if (sessionPhase.peek() === 'signed-in') void open();
  } else if (talkHere.peek() === undefined) void stopBeingPhone();
}

/** Requests the microphone now, so that no permission prompt appears when it rings. */
export async function becomePhone(): Promise<void> {
  phoneFault.value = '';
  if (holding === undefined) phonePhase.value = 'asking';
  try {
    for (const track of (await openMicrophone(chosenDevice('microphone'))).getTracks()) track.stop();
  } catch (error) {
    fail(microphoneFault(error));
    return;
  }
  keepWish(true);
  await open();
}

/** Never rejects: what went wrong is in `phoneFault`. */
export async function stopBeingPhone(): Promise<void> {
  keepWish(false);
  const deviceId = phoneDeviceId.peek();
  close();
  if (deviceId === undefined) return;
  try {
    await call('delete', '/api/v1/devices/{device_id}', { path: { device_id: deviceId } });
    await rereadDevices();
  } catch (error) {
    fail(`It is off, and still listed. ${explain(error)}`);
  }
}

/** Firefox asks again in another tab unless it was told to remember; its question is easily overlooked. */
const microphoneMs = 1_500;
const microphoneLate =
  'The microphone is not open yet. If this browser asks for it beside the address bar, allow it.';
/** A second microphone would silence the first on some systems, and would stay open: the button and the page itself share one answer. */
let answering: { ring: Ring; answered: Promise<boolean> } | undefined;

/**
 * @param isMuted whether the microphone stays closed until the owner opens it.
 * @returns whether it was answered; the reason why not is in `answerFault`.
 */
export async function answerHere(isMuted = false): Promise<boolean> {
  const ring = ringHere.peek();
  if (ring === undefined) return false;
  if (answering?.ring !== ring) answering = { ring, answered: answer(ring, isMuted) };
  const { answered } = answering;
  if (await answered) return true;
  if (answering?.answered === answered) answering = undefined; // it can be tried again
  return false;
}

async function answer(ring: Ring, isMuted: boolean): Promise<boolean> {
  const tell = (why: string): void => {
    if (ringHere.peek() === ring) answerFault.value = why;
  };
  tell('');
  const late = setTimeout(() => tell(microphoneLate), microphoneMs);
  try {
    const audio = await ring.answer(chosenDevice('microphone'));
    if (isMuted) audio.mute(true);
    tell('');
    const speaker = chosenDevice('speaker');
    if (speaker !== '') void audio.playThrough(speaker);
    talkHere.value = audio;
    ringHere.value = undefined;
    return true;
  } catch (error) {
    tell(microphoneFault(error));
    return false;
  } finally {
    clearTimeout(late);
  }
}

/** Auto-answers the next ring here; for *Answer here* while another phone rings. */
export function answerNextRing(wanted: boolean, isMuted = false): void {
  answersUntilMs = wanted ? Date.now() + answersMs : 0;
  answersMuted = isMuted;
}

async function open(): Promise<void> {
  if (holding !== undefined || !canBePhone()) return;
  const { signal: ended } = (holding = new AbortController());
  phonePhase.value = 'elsewhere';
  const isStored = isWishKept();
  // One tab at a time is the phone; when it closes, the next one takes over.
  await navigator.locks
    .request(lockName, { signal: ended }, async () => {
      // The tab that had it may have been told to stop, and this one not yet.
      if (isStored && !isWishKept()) return close();
      void connect(ended);
      await new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve()));
    })
    .catch((error: unknown) => {
      if (!ended.aborted) fail(explain(error));
    });
}

async function connect(ended: AbortSignal): Promise<void> {
  clearTimeout(again);
  line?.abandon();
  line = undefined;
  phonePhase.value = 'connecting';
  attempts += 1;
  const attempt = attempts;
  const isOver = (): boolean => ended.aborted || attempt !== attempts;
  try {
    const [{ SipLine: Line }, account] = await Promise.all([
      import('./sip-line.ts'),
      call('post', '/api/v1/devices/browser', {
        body: { name: nameBrowser(navigator.userAgent) },
        background: true,
      }),
    ]);
    if (isOver()) return;
    phoneDeviceId.value = account.device.id;
    keep(deviceKey, account.device.id);
    if (account.ice_servers.some(({ credential }) => credential !== undefined)) renewLater(ended);
    line = new Line(
      {
        uri: account.sip.uri,
        password: account.sip.password,
        socket: account.sip.socket,
        iceServers: account.ice_servers,
      },
      {
        registered() {
          if (isOver()) return;
          clearTimeout(again);
          phonePhase.value = 'ready';
          void rereadDevices();
        },
        unregistered(refused) {
          if (isOver()) return; // a line that was closed says so a little later
          if (phonePhase.peek() === 'ready') phonePhase.value = 'connecting';
          if (refused) connectLater(ended);
        },
        ringing: take,
      },
    );
  } catch (error) {
    if (isOver()) return;
    fail(explain(error));
    connectLater(ended);
  }
}

/** A new line hangs up what the old one carries. A talk that is heard goes on without a registration, which the line renews by itself. */
const isLineInUse = (): boolean => ringHere.peek() !== undefined || talkHere.peek()?.isLost.peek() === false;

function connectAnew(ended: AbortSignal): void {
  if (isLineInUse()) connectLater(ended);
  else void connect(ended);
}

function connectLater(ended: AbortSignal): void {
  clearTimeout(again);
  again = setTimeout(() => {
    if (!ended.aborted) connectAnew(ended);
  }, againMs);
}

function renewLater(ended: AbortSignal): void {
  clearTimeout(renewing);
  renewing = setTimeout(() => {
    if (ended.aborted) return;
    if (isLineInUse()) renewLater(ended);
    else void connect(ended);
  }, renewMs);
}

function take(ring: Ring): void {
  ringHere.value = ring;
  answerFault.value = '';
  void ring.over.then((how) => {
    if (ringHere.peek() === ring) ringHere.value = undefined;
    talkHere.value = undefined;
    if (how === 'ended') forgetTalk();
    if (!isPhoneWished.peek()) void stopBeingPhone();
  });
  if (Date.now() < answersUntilMs) {
    answersUntilMs = 0;
    void answerHere(answersMuted);
  }
}

function close(): void {
  clearTimeout(again);
  clearTimeout(renewing);
  line?.close();
  line = undefined;
  holding?.abort();
  holding = undefined;
  phonePhase.value = 'off';
  phoneDeviceId.value = undefined;
}

function fail(why: string): void {
  phoneFault.value = why;
  phonePhase.value = 'fault';
}

function isWishKept(): boolean {
  return readKept(wishKey) === 'on';
}

function keepWish(isOn: boolean): void {
  isPhoneWished.value = isOn;
  keep(wishKey, isOn ? 'on' : undefined);
}
