import { computed, effect, signal } from '@preact/signals';
import { callWithPerson, foremostCall, runningCalls } from '../../state/calls/calls.ts';
import { nowMs, secondsOf } from '../../state/gateway/clock.ts';
import { writeSpan } from '../../text/formats.ts';
import { isPersonWaiting, type LiveCall } from '../../state/call/live-call.ts';
import { nameOf } from '../../text/names.ts';
import { isOffline, isStale, signedOutAtMs } from '../../state/gateway/reach.ts';
import { ringHere } from '../../phone/phone.ts';

/** The tab's title and icon show the state, even while another tab is open. */

export const pageName = signal('');
export function setPageName(name: string): void {
  pageName.value = name;
}

type Look = 'idle' | 'holding' | 'person' | 'lost';

const colours: Record<Look, string> = {
  idle: '#777777',
  holding: '#8f639e',
  person: '#0b8a4c',
  lost: '#8a8e95',
};

/** Since when a person waits: *Answer* comes first, and stays in a hidden page of which the browser lets no clock run. */
const waitsSinceMs = computed(() => (callWithPerson.value === undefined ? 0 : nowMs.peek()));

const title = computed(() => {
  // Of a person, too, it would not hear that they are gone.
  if (signedOutAtMs.value !== undefined) return tellLost('signed out');
  const waiting = callWithPerson.value;
  if (waiting !== undefined && !isStale.value) {
    const isOdd = Math.floor((nowMs.value - waitsSinceMs.value) / 1000) % 2 === 1;
    return isOdd ? nameOf(waiting.view.value) : `☎ ANSWER – ${nameOf(waiting.view.value)}`;
  }
  if (ringHere.value !== undefined) return '☎ ANSWER – this browser rings';
  if (isOffline.value) return tellLost('not connected');
  const first = foremostCall.value;
  if (first !== undefined) return describe(first);
  return pageName.value === '' || pageName.value === 'Now' ? 'Holdfast' : `${pageName.value} · Holdfast`;
});

function tellLost(how: string): string {
  const first = foremostCall.value;
  return `⚠ ${how}${first === undefined ? '' : ` – ${nameOf(first.view.value)}`}`;
}

const look = computed<Look>(() => {
  if (signedOutAtMs.value !== undefined) return 'lost';
  if ((callWithPerson.value !== undefined && !isStale.value) || ringHere.value !== undefined) return 'person';
  if (isOffline.value) return 'lost';
  const running = runningCalls.value;
  if (running.some((each) => each.status === 'connected' || isPersonWaiting(each.status))) return 'person';
  return running.length > 0 ? 'holding' : 'idle';
});

function describe(live: LiveCall): string {
  const view = live.view.value;
  const name = nameOf(view);
  if (view.status === 'connected')
    return `${writeSpan(secondsOf(live.talk.value, nowMs.value))} with ${name}`;
  if (view.status === 'on_hold')
    return `${writeSpan(secondsOf(live.hold.value, nowMs.value))} on hold – ${name}`;
  return `${writeSpan(secondsOf(live.total.value, nowMs.value))} – ${name}`;
}

/** Keeps both up to date while the page is open. */
export function followTitle(): () => void {
  const stopTitle = effect(() => {
    document.title = title.value;
  });
  const stopIcon = effect(() => {
    const icon = document.getElementById('icon');
    const href = look.value === 'idle' ? '/icon.svg' : drawIcon(look.value);
    if (icon instanceof HTMLLinkElement && icon.getAttribute('href') !== href) icon.href = href;
  });
  return () => {
    stopTitle();
    stopIcon();
  };
}

function drawIcon(drawn: Look): string {
  const strike = drawn === 'lost' ? "<path d='M5 27L27 5' stroke-width='3'/>" : '';
  const ground =
    drawn === 'person'
      ? `<rect width='32' height='32' rx='8' fill='${colours.person}'/><g stroke='#fff'`
      : `<g stroke='${colours[drawn]}'`;
  const image = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>${ground} stroke-width='4' stroke-linecap='round'><path d='M11 6v20M21 6v20M4 16h24'/>${strike}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}
