import type { CallMode, CallStatus, StreamEvent } from '../../api/types.ts';

/** A call's progress, in the steps a person thinks in. */
export interface Stage {
  name: string;
  /** Skipped: the call went on without it. */
  state: 'done' | 'skipped' | 'now' | 'goal';
  /** How long it took, once it is done. */
  seconds: number | undefined;
}

const ways: Record<CallMode, readonly { name: string; statuses: readonly CallStatus[] }[]> = {
  hold_slayer: [
    { name: 'Dialled', statuses: ['trying', 'ringing'] },
    { name: 'Menu', statuses: ['navigating'] },
    { name: 'On hold', statuses: ['on_hold'] },
    { name: 'Person', statuses: ['human_detected', 'transferring'] },
    { name: 'You', statuses: ['connected'] },
  ],
  direct: [
    { name: 'Your phone', statuses: ['trying', 'transferring'] },
    { name: 'Ringing there', statuses: ['ringing', 'navigating', 'on_hold', 'human_detected'] },
    { name: 'You', statuses: ['connected'] },
  ],
  ai_assisted: [
    { name: 'Your phone', statuses: ['trying', 'transferring'] },
    { name: 'Ringing there', statuses: ['ringing', 'navigating', 'on_hold', 'human_detected'] },
    { name: 'You', statuses: ['connected'] },
  ],
};

/** @param story the call's events, oldest first. @param startedMs when the call was placed. */
export function stagesOf(
  mode: CallMode,
  status: CallStatus,
  story: readonly StreamEvent[],
  startedMs: number,
): Stage[] {
  const way = ways[mode];
  const current = way.findIndex(({ statuses }) => statuses.includes(status));
  const spent = way.map(() => 0);
  const reached = new Set([0, current]);
  let sinceMs = startedMs;
  let at = 0;
  for (const event of story) {
    if (event.type !== 'call_status') continue;
    const atMs = Date.parse(event.timestamp);
    spent[at] = (spent[at] ?? 0) + (atMs - sinceMs) / 1000;
    const next = way.findIndex(({ statuses }) => statuses.includes(event.data.to));
    if (next >= 0) reached.add((at = next));
    sinceMs = atMs;
  }
  return way.map(({ name }, index) => ({
    name,
    state: index > current ? 'goal' : index === current ? 'now' : reached.has(index) ? 'done' : 'skipped',
    seconds: index < current && reached.has(index) ? spent[index] : undefined,
  }));
}
