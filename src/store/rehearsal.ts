import { beginCall } from '../domain/call.ts';
import type { PrismaClient } from './client/client.ts';
import { pendingEntry, pendingInsert, rehearseBatch } from './journal-batch.ts';

const call = beginCall({ id: 'call_rehearsal', number: '+12025550100', mode: 'hold_slayer', startedAtMs: 0 });

/** The statements of a call, once through and undone, so that the first call of a process is as quick as the second. */
export async function rehearse(writer: PrismaClient, freeEventId: number): Promise<void> {
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
  ];
  await rehearseBatch(writer, entries, freeEventId);
}
