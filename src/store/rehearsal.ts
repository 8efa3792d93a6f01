import type { Call } from '../domain/call.ts';
import type { PrismaClient } from './client/client.ts';
import { pendingEntry, pendingInsert, rehearseBatch } from './journal-batch.ts';

const call: Call = {
  id: 'call_rehearsal',
  number: '+12025550100',
  mode: 'hold_slayer',
  intent: '',
  status: 'trying',
  endReason: null,
  error: null,
  flowId: null,
  flowStep: null,
  target: null,
  deviceId: null,
  services: { recording: false, transcription: false },
  startedAtMs: 0,
  answeredAtMs: null,
  connectedAtMs: null,
  endedAtMs: null,
  holdSeconds: 0,
  holdSinceMs: null,
  audioType: null,
  transcriptExcerpt: '',
  person: null,
};

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
