import { effect } from '@preact/signals';
import { call } from '../api/client.ts';
import type { CallStatus } from '../api/types.ts';
import { ringDevice } from '../state/calls/actions.ts';
import { areCallsKnown, callWithPerson, findCall, runningCalls } from '../state/calls/calls.ts';
import { serverNowMs } from '../state/gateway/clock.ts';
import { isAboutToRing } from '../state/call/rung.ts';
import { answerHere, answerNextRing, isPhoneTab, phoneDeviceId, phonePhase, ringHere } from './phone.ts';

/**
 * Handles presses on the service worker's notifications (worker/notices.ts), including those made while no page was
 * open.
 */

/** *Answer here*: if another phone is ringing, this one is rung instead and answers automatically. */
export async function answerCallHere(callId: string): Promise<void> {
  const deviceId = phoneDeviceId.peek();
  if ((await answerHere()) || ringHere.peek() !== undefined || deviceId === undefined) return;
  answerNextRing(true);
  if (isAboutToRing(findCall(callId)?.rung.peek() ?? [], deviceId, serverNowMs())) return;
  if (!(await ringDevice(callId, deviceId))) answerNextRing(false);
}

/** A phone that was woken is normally rung anyway; after this long the page asks for it. */
const ownRingMs = 1_500;

/** @param route opens a page. @returns a function that stops it. */
export function followNotices(route: (path: string) => void): () => void {
  const asked = new URLSearchParams(location.search).get('answer');
  if (asked !== null) {
    history.replaceState(history.state, '', location.pathname);
    answerWhenReady(asked);
  }
  const onMessage = ({ data, ports }: MessageEvent) => {
    const { answer, show, asks } = (data ?? {}) as { answer?: string; show?: string; asks?: 'isPhone' };
    if (asks === 'isPhone') ports[0]?.postMessage(isPhoneTab());
    if (answer !== undefined) answerWhenReady(answer);
    if (show !== undefined) route(findCall(show) === undefined ? `/calls/${show}` : '/');
  };
  // Missing on plain http.
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

/** The notifications on screen are outdated: the page shows the current state. */
async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  const waiting = callWithPerson.peek()?.id;
  const running = new Set(runningCalls.peek().map(({ id }) => id));
  for (const notice of shown) if (running.has(notice.tag) && notice.tag !== waiting) notice.close();
}

/** Set when *Answer* was pressed on this call's notification. */
let asked: { callId: string; untilMs: number } | undefined;
const askedMs = 30_000;
const waitsForOwner: readonly CallStatus[] = ['trying', 'human_detected', 'transferring'];

/** Waits until this browser is a phone again: it is then rung anyway, or asks for it. */
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
  if (asked?.callId === callId && Date.now() < asked.untilMs && callWithPerson.peek()?.id === callId)
    void answerCallHere(callId);
}

/** Another call that rings here in the meantime is not answered. */
async function answerAsked(): Promise<void> {
  if (asked === undefined || Date.now() > asked.untilMs) return;
  const { callId } = asked;
  asked = undefined;
  const view = await call('get', '/api/v1/calls/{call_id}', { path: { call_id: callId } }).catch(
    () => undefined,
  );
  if (view !== undefined && waitsForOwner.includes(view.status)) await answerHere();
}
