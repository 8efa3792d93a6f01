import { dayMs, hourMs, minuteMs } from './durations.ts';
import type { DialPurpose, TrunkUse } from './policy.ts';

/** One INVITE to the trunk, as it is stored. Times are epoch milliseconds, null until they happen. */
export interface TrunkDial {
  id: string;
  callId: string;
  number: string;
  purpose: Exclude<DialPurpose, 'call'>;
  /** The owner's device that is rung. */
  deviceId: string | null;
  atMs: number;
  answeredAtMs: number | null;
  endedAtMs: number | null;
}

/** Use of the trunk at `nowMs`. @param expectedCallIds accepted calls that have not dialled the company yet. */
export function measureUse(
  dials: readonly TrunkDial[],
  expectedCallIds: ReadonlySet<string>,
  nowMs: number,
): TrunkUse {
  const dated = dials.filter((dial) => isDated(dial, nowMs));
  const open = dials.filter((dial) => dial.endedAtMs === null);
  const inCall = new Set([
    ...expectedCallIds,
    ...open.filter(({ purpose }) => purpose === 'far').map(({ callId }) => callId),
  ]);
  const since = (spanMs: number): number =>
    dated.filter(({ atMs }) => atMs > nowMs - spanMs).length + expectedCallIds.size;
  const connectedMs = dated.reduce((sum, dial) => sum + connectedSince(dial, nowMs - dayMs, nowMs), 0);
  return {
    activeCalls: inCall.size,
    openLegs: open.length,
    dialsInLastHour: since(hourMs),
    dialsInLastDay: since(dayMs),
    minutesInLastDay: connectedMs / minuteMs,
  };
}

/**
 * False for one that ended while the clock was ahead by more than a day: it would count for as long as the clock was ahead. A smaller step
 * back forgives nothing.
 */
function isDated({ atMs, endedAtMs }: TrunkDial, nowMs: number): boolean {
  return endedAtMs === null || Math.max(atMs, endedAtMs) < nowMs + dayMs;
}

function connectedSince({ answeredAtMs, endedAtMs }: TrunkDial, sinceMs: number, nowMs: number): number {
  if (answeredAtMs === null) return 0;
  return Math.max(0, (endedAtMs ?? nowMs) - Math.max(answeredAtMs, sinceMs));
}
