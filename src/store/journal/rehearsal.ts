import type { CallStore, Journal, RecordingMemory } from '../../calls/store.ts';
import type { DeviceStore } from '../../devices/store.ts';
import { beginCall } from '../../domain/call.ts';
import type { TrunkDial } from '../../domain/trunk-dial.ts';
import type { FlowStore } from '../../flows/store.ts';
import type { RecordingStore } from '../../recordings/store.ts';
import type { PrismaClient } from '../client/client.ts';
import { pendingEntry, pendingInsert, rehearseBatch } from './journal-batch.ts';

const call = beginCall({ id: 'call_rehearsal', number: '+12025550100', mode: 'hold_slayer', startedAtMs: 0 });
const dial: TrunkDial = {
  id: 'dial_rehearsal',
  callId: call.id,
  number: call.number,
  purpose: 'far',
  deviceId: null,
  atMs: 0,
  answeredAtMs: null,
  endedAtMs: null,
};

/**
 * Runs a call's statements once and rolls them back. `freeEventId` is above every id in use, and nothing else is
 * writing.
 */
export async function rehearseWriting(writer: PrismaClient, freeEventId: number): Promise<void> {
  const event = { type: 'call_ringing', callId: call.id, atMs: 0, data: { number: call.number } } as const;
  const next = {
    fromMs: 0,
    startSeconds: 0,
    endSeconds: null,
    audioClass: 'silence',
    confidence: 1,
  } as const;
  const entries = [
    pendingInsert(call, [event], { key: 'rehearsal', digest: '' }),
    pendingEntry({ events: [event, event], call, segment: { callId: call.id, endSeconds: 0, next } }),
    pendingEntry({ events: [], trunkDial: dial }),
  ];
  await rehearseBatch(writer, entries, freeEventId);
}

interface Readers {
  calls: CallStore;
  journal: Pick<Journal, 'read'>;
  flows: FlowStore;
  devices: DeviceStore;
  recordings: RecordingMemory;
  callRecordings: RecordingStore;
}

/** Runs the queries of a first call and a first page load. */
export async function rehearseReading({
  calls,
  journal,
  flows,
  devices,
  recordings,
  callRecordings,
}: Readers): Promise<void> {
  await calls.findByIdempotencyKey('', 0);
  await calls.listUnfinished();
  await recordings.recall('');
  await callRecordings.keptOf('');
  await callRecordings.recorded(['']);
  await devices.list();
  await flows.listForNumber('');
  await flows.get('');
  await calls.get('');
  await calls.segments('');
  await calls.strips([]);
  await calls.lastCompany('');
  await calls.page({ state: 'active', limit: 1 });
  await journal.read(0, {}, 1);
}
