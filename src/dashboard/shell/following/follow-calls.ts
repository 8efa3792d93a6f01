import { effect } from '@preact/signals';
import type { CallStatus } from '../../api/types.ts';
import { isOver } from '../../state/call/live-call.ts';
import { shownCalls } from '../../state/calls/calls.ts';
import { devices } from '../../state/stored/devices.ts';
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
      // The event tells that it failed, and the next read why.
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
