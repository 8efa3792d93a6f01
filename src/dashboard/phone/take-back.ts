import { effect } from '@preact/signals';
import { call } from '../api/client.ts';
import type { CallView } from '../api/types.ts';
import { ringDevice } from '../state/calls/actions.ts';
import { areCallsKnown, findCall, runningCalls } from '../state/calls/calls.ts';
import { carriedCall } from './carried-call.ts';
import { forgetTalk, keepTalk, keptTalk, wasTalkMuted } from './kept-talk.ts';
import { answerHere, answerNextRing, phoneDeviceId, phonePhase, ringHere, talkHere } from './phone.ts';

/**
 * A talk in this browser survives a page reload and a lost network: the gateway rings again
 * (src/calls/activities/retake-talk.ts), and the page auto-answers that one call only. @returns a function that stops
 * it.
 */
export function followTalk(): () => void {
  const stops = [
    effect(() => {
      const talk = talkHere.value;
      if (carriedCall.value !== undefined && talk !== undefined)
        keepTalk(carriedCall.value.id, talk.isMuted.value);
    }),
    effect(() => {
      const deviceId = phoneDeviceId.value;
      if (deviceId === undefined || !areCallsKnown.value || talkHere.value !== undefined) return;
      const callId = keptTalk();
      const kept = runningCalls.value.find(({ id }) => id === callId)?.view.value;
      if (kept === undefined || !mayComeBack(kept, deviceId)) forgetTalk();
    }),
    effect(() => {
      const callId = keptTalk();
      if (ringHere.value !== undefined && callId !== undefined) void takeBack(callId);
    }),
    effect(() => {
      const callId = keptTalk();
      if (talkHere.value?.isLost.value === true && phonePhase.value === 'ready' && callId !== undefined)
        void ringAnew(callId);
    }),
    effect(() => {
      if (phonePhase.value !== 'ready' || !areCallsKnown.value || talkHere.peek() !== undefined) return;
      const callId = keptTalk();
      if (callId !== undefined) void askForTalk(callId);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Whether the gateway still has the call for this browser: not once it went on without it, to another phone or back on hold. */
function mayComeBack({ status, device }: CallView, deviceId: string): boolean {
  return device === deviceId && (status === 'connected' || status === 'transferring');
}

async function takeBack(callId: string): Promise<void> {
  if ((await statusHere(callId)) === 'transferring') await answerHere(wasTalkMuted());
}

/** The gateway's current status of a call meant for this browser. */
async function statusHere(callId: string): Promise<string | undefined> {
  const path = { call_id: callId };
  const view = await call('get', '/api/v1/calls/{call_id}', { path }).catch(() => undefined);
  return view?.device === phoneDeviceId.peek() ? view?.status : undefined;
}

/**
 * The page reaches the gateway, perhaps over another network, but the audio does not: ringing again establishes a new
 * path.
 */
async function ringAnew(callId: string): Promise<void> {
  const deviceId = phoneDeviceId.peek();
  // The gateway rings on its own if it has noticed; a second ring would replace that one.
  if (deviceId === undefined || (await statusHere(callId)) !== 'connected') return;
  // The gateway ends the silent talk first, and with it this page's state of the talk.
  answerNextRing(true, wasTalkMuted());
  if (!(await ringDevice(callId, deviceId, true))) answerNextRing(false);
}

/** The gateway was away itself and did not see the page disconnect: it still considers this browser connected. */
async function askForTalk(callId: string): Promise<void> {
  const deviceId = phoneDeviceId.peek();
  if (findCall(callId) === undefined) return forgetTalk();
  if (deviceId !== undefined && (await statusHere(callId)) === 'connected')
    await ringDevice(callId, deviceId, true);
}
