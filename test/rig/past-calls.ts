import path from 'node:path';
import type { AudioClass } from '../../src/domain/audio-class.ts';
import { beginCall, type Call } from '../../src/domain/call.ts';
import type { EndReason } from '../../src/domain/call-status.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { newId } from '../../src/domain/ids.ts';
import { databaseUrl, openStore } from '../../src/store/open.ts';

/** A call that ended before the test began. */
export interface PastCall {
  number: string;
  company: string;
  intent?: string;
  startedAtMs: number;
  /** Classes and for how many seconds each was heard; the owner's conversation follows. */
  heard: readonly (readonly [AudioClass, number])[];
  talkSeconds: number;
  endReason?: EndReason;
  deviceName?: string;
  note?: string;
}

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
function ignore(): void {}

/** Puts calls into the database of a running gateway: a real history would take weeks. @returns their ids. */
export async function writePastCalls(dataDir: string, past: readonly PastCall[]): Promise<string[]> {
  const store = await openStore({
    url: databaseUrl(path.join(dataDir, 'holdfast.db')),
    log: silent,
    rehearses: false,
  });
  try {
    const ids: string[] = [];
    for (const each of past) {
      const call = callOf(each);
      ids.push(call.id);
      await store.calls.insert(call, []);
      let at = 0;
      const sounds = [
        ...each.heard,
        ...(each.talkSeconds > 0 ? [['live_human', each.talkSeconds] as const] : []),
      ];
      const stored = sounds.map(([audioClass, seconds]) => {
        const startSeconds = at;
        at += seconds;
        return store.journal.record({
          events: [],
          segment: {
            callId: call.id,
            endSeconds: startSeconds,
            next: {
              fromMs: each.startedAtMs + startSeconds * 1000,
              startSeconds,
              endSeconds: null,
              audioClass,
              confidence: 0.96,
            },
          },
        });
      });
      await Promise.all(stored);
      await store.journal.record({ events: [], segment: { callId: call.id, endSeconds: at, next: null } });
    }
    return ids;
  } finally {
    await store.close();
  }
}

/** A recording of each of these calls, as listed: there is no file to play. */
export async function writeRecordings(dataDir: string, callIds: readonly string[]): Promise<void> {
  const store = await openStore({
    url: databaseUrl(path.join(dataDir, 'holdfast.db')),
    log: silent,
    rehearses: false,
  });
  try {
    for (const callId of callIds) {
      const call = await store.calls.get(callId);
      if (call === undefined) throw new Error(`there is no call ${callId}`);
      const { startedAtMs, endedAtMs } = call;
      const seconds = ((endedAtMs ?? startedAtMs) - startedAtMs) / 1000;
      await store.callRecordings.insert({
        id: newId('rec'),
        callId,
        state: 'kept',
        format: 'wav',
        startedAtMs,
        endedAtMs,
        seconds,
        fileBytes: seconds * 32_000,
        fault: null,
      });
    }
  } finally {
    await store.close();
  }
}

/** The events that a running gateway would have reported for a finished call, including types that it does not know yet. */
export async function writeEvents(
  dataDir: string,
  callId: string,
  events: readonly { type: string; data: object; atMs?: number }[],
): Promise<void> {
  const store = await openStore({
    url: databaseUrl(path.join(dataDir, 'holdfast.db')),
    log: silent,
    rehearses: false,
  });
  try {
    await store.journal.record({
      events: events.map((event) => ({ atMs: Date.now(), callId, ...event }) as NewEvent),
    });
  } finally {
    await store.close();
  }
}

const onHold: readonly AudioClass[] = ['music', 'announcement', 'silence'];

function callOf(past: PastCall): Call {
  const { number, company, intent = '', startedAtMs, heard, talkSeconds, note = '' } = past;
  const waitedMs = heard.reduce((sum, [, seconds]) => sum + seconds * 1000, 0);
  const holdSeconds = heard.reduce((sum, [type, seconds]) => sum + (onHold.includes(type) ? seconds : 0), 0);
  const reached = talkSeconds > 0;
  const personAtMs = startedAtMs + waitedMs;
  return beginCall({
    id: newId('call'),
    number,
    company,
    intent,
    note,
    mode: 'hold_slayer',
    startedAtMs,
    status: 'ended',
    endReason: past.endReason ?? 'hangup_owner',
    answeredAtMs: startedAtMs + 2_000,
    connectedAtMs: reached ? personAtMs : null,
    endedAtMs: personAtMs + talkSeconds * 1000,
    holdSeconds,
    talkSeconds,
    deviceName: reached ? (past.deviceName ?? 'Kitchen phone') : null,
    person: reached
      ? { grade: 'sure', confidence: 0.97, reason: 'a new voice that waits', atMs: personAtMs }
      : null,
  });
}
