import { computed, effect } from '@preact/signals';
import type { CallStatus } from '../../api/types.ts';
import { isOver } from '../../state/call/live-call.ts';
import { runningCalls, shownCalls } from '../../state/calls/calls.ts';
import { nowMs, secondsOf } from '../../state/gateway/clock.ts';
import { isOffline, signedOutAtMs } from '../../state/gateway/reach.ts';
import { devices } from '../../state/stored/devices.ts';
import { speakSpan } from '../../text/formats.ts';
import { nameOf } from '../../text/names.ts';
import { announceStatus } from '../../text/status-texts.ts';
import { announce } from '../overlays/announcer.tsx';
import { soundFailure } from './ring.ts';

/** Announces each status change once, for screen readers. A person is announced by the person screen. */
export function followStatuses(): () => void {
  const told = new Map<string, CallStatus>();
  return effect(() => {
    for (const live of shownCalls.value) {
      const view = live.view.value;
      const before = told.get(live.id);
      if (before === view.status) continue;
      // The event says that it failed, and the next read why.
      if (view.status === 'failed' && view.end_reason === null) continue;
      told.set(live.id, view.status);
      // What is under way when the page opens is no news. That a call is over is: it ended between the list of calls and its own read.
      if (before === undefined && !isOver(view.status)) continue;
      if (view.status === 'human_detected') continue;
      const device = (devices.peek() ?? []).find(({ id }) => id === view.device)?.name;
      announce(announceStatus(view, device));
      if (view.status === 'failed') soundFailure();
    }
  });
}

const toldEverySeconds = 300;

/** How long each call has been on hold, by fives of minutes: `call_1 2`. */
const waits = computed(() =>
  isOffline.value || signedOutAtMs.value !== undefined
    ? ''
    : runningCalls.value
        .filter(({ status }) => status === 'on_hold')
        .map(({ id, hold }) => `${id} ${Math.floor(secondsOf(hold.value, nowMs.value) / toldEverySeconds)}`)
        .join('\n'),
);

/** Tells screen readers every five minutes how long a call has waited; the clock itself would be read all the time. */
export function followWaits(tell: (text: string) => void = announce): () => void {
  const told = new Map<string, number>();
  return effect(() => {
    for (const line of waits.value === '' ? [] : waits.value.split('\n')) {
      const [id = '', count = '0'] = line.split(' ');
      const before = told.get(id);
      const now = Number(count);
      told.set(id, now);
      const live = runningCalls.peek().find((each) => each.id === id);
      // What a page finds as it opens is no news.
      if (live === undefined || before === undefined || now <= before) continue;
      tell(`On hold with ${nameOf(live.view.peek())} for ${speakSpan(now * toldEverySeconds)}.`);
    }
  });
}
