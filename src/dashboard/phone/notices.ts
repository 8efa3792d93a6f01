import { effect } from '@preact/signals';
import { call } from '../api/client.ts';
import type { CallStatus } from '../api/types.ts';
import { ringDevice } from '../state/actions.ts';
import { areCallsKnown, callWithPerson, findCall, runningCalls } from '../state/calls.ts';
import { answerHere, answerNextRing, phoneDeviceId, phonePhase, ringHere } from './phone.ts';

/** What was pressed on a notification of the service worker (worker/notices.ts), also while no page was open. */

/** *Answer here*: if another phone rings, this one is rung first and answers by itself. */
export async function answerCallHere(callId: string): Promise<void> {
  const deviceId = phoneDeviceId.peek();
  if ((await answerHere()) || ringHere.peek() !== undefined || deviceId === undefined) return;
  answerNextRing(true);
  if (!(await ringDevice(callId, deviceId))) answerNextRing(false);
}

/** A phone that was woken is rung by itself; after this long it is asked for. */
const ownRingMs = 1_500;

/** @param route opens a page. @returns how to stop. */
export function followNotices(route: (path: string) => void): () => void {
  const asked = new URLSearchParams(location.search).get('answer');
  if (asked !== null) {
    history.replaceState(history.state, '', location.pathname);
    answerWhenReady(asked);
  }
  const onMessage = ({ data }: MessageEvent) => {
    const { answer, show } = (data ?? {}) as { answer?: string; show?: string };
    if (answer !== undefined) answerWhenReady(answer);
    if (show !== undefined) route(findCall(show) === undefined ? `/calls/${show}` : '/');
  };
  // Plain http has none.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('message', onMessage);
  const stopAnswering = effect(() => {
    if (ringHere.value !== undefined) void answerAsked();
  });
  const stopClosing = effect(() => {
    if (!areCallsKnown.value || runningCalls.value.length === 0) return;
    if (callWithPerson.value === undefined) void closeNotices();
  });
  return () => {
    worker?.removeEventListener('message', onMessage);
    stopAnswering();
    stopClosing();
  };
}

/** What stands on the screen is true no more: the page shows what is. */
async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  const waiting = callWithPerson.peek()?.id;
  const running = new Set(runningCalls.peek().map(({ id }) => id));
  for (const notice of shown) if (running.has(notice.tag) && notice.tag !== waiting) notice.close();
}

/** *Answer* was pressed on a notice of this call. */
let asked: { callId: string; untilMs: number } | undefined;
const askedMs = 30_000;
const waitsForOwner: readonly CallStatus[] = ['trying', 'human_detected', 'transferring'];

/** Once this browser is a phone again: it rings by itself, or is asked to. */
function answerWhenReady(callId: string): void {
  asked = { callId, untilMs: Date.now() + askedMs };
  const stop = effect(() => {
    if (phonePhase.value !== 'ready' || !areCallsKnown.value) return;
    queueMicrotask(() => stop());
    if (ringHere.peek() !== undefined) void answerAsked();
    else setTimeout(() => askForRing(callId), ownRingMs);
  });
}

function askForRing(callId: string): void {
  if (asked?.callId === callId && callWithPerson.peek()?.id === callId) void answerCallHere(callId);
}

/** Another call that rings here meanwhile is not answered. */
async function answerAsked(): Promise<void> {
  if (asked === undefined || Date.now() > asked.untilMs) return;
  const { callId } = asked;
  asked = undefined;
  const view = await call('get', '/api/v1/calls/{call_id}', { path: { call_id: callId } }).catch(
    () => undefined,
  );
  if (view !== undefined && waitsForOwner.includes(view.status)) await answerHere();
}
