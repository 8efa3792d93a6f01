import { setTimeout as wait } from 'node:timers/promises';
import type { CallDesk, CallRequest } from '../../src/calls/desk.ts';
import { beginCall, type Call, type ClassifiedSegment } from '../../src/domain/call.ts';
import { isFinal } from '../../src/domain/call-status.ts';
import { AppError } from '../../src/domain/errors.ts';
import { newId } from '../../src/domain/ids.ts';
import { defaultBlockedKinds } from '../../src/domain/number-kinds.ts';
import { measureUse } from '../../src/domain/trunk-dial.ts';
import { permitDial, type SpendPolicy } from '../../src/domain/policy.ts';
import type { Store } from '../../src/store/open.ts';

export const openPolicy: SpendPolicy = {
  allowedCountries: ['US'],
  allowedNetworkCodes: [],
  blockedNumberTypes: defaultBlockedKinds,
  blockedPrefixes: [],
  allowedPrefixes: [],
  maxConcurrentCalls: 2,
  maxCallsPerHour: 1_000,
  maxCallsPerDay: undefined,
  maxMinutesPerDay: undefined,
};

export interface MemoryCallDesk extends CallDesk {
  /** Everything that would have been dialled. */
  placed: CallRequest[];
  /** What the next `place` throws. */
  refuse: AppError | undefined;
  end(callId: string): Promise<void>;
  hear(callId: string, segment: ClassifiedSegment): Promise<void>;
}

/** Calls without a telephone: stored and journalled as real ones, so that only the surface is under test. */
export function createMemoryCallDesk(store: Store): MemoryCallDesk {
  const placed: CallRequest[] = [];

  async function get(callId: string): Promise<Call> {
    const call = await store.calls.get(callId);
    if (call === undefined) throw new AppError('not_found', `there is no call "${callId}"`);
    return call;
  }

  async function getActive(callId: string): Promise<Call> {
    const call = await get(callId);
    if (isFinal(call.status)) throw new AppError('conflict', 'the call is over');
    return call;
  }

  async function change(call: Call, changes: Partial<Call>): Promise<Call> {
    const changed = { ...call, ...changes };
    await store.journal.record({
      events: [
        {
          type: 'call_status',
          callId: call.id,
          atMs: Date.now(),
          data: { from: call.status, to: changed.status },
        },
      ],
      call: changed,
    });
    return changed;
  }

  const desk: MemoryCallDesk = {
    placed,
    refuse: undefined,

    async place(request, idempotency) {
      if (desk.refuse !== undefined) throw desk.refuse;
      if (idempotency !== undefined) {
        const known = await store.calls.findByIdempotencyKey(idempotency.key, Date.now() - 86_400_000);
        if (known !== undefined && known.digest !== idempotency.digest)
          throw new AppError('conflict', 'this Idempotency-Key came with another request');
        if (known !== undefined) return { call: known.call, replayed: true };
      }
      const activeCalls = (await store.calls.listUnfinished()).length;
      const use = { ...measureUse([], new Set(), Date.now()), activeCalls };
      const number = permitDial(request.number, 'call', openPolicy, use);
      const call = beginCall({
        id: newId('call'),
        number,
        mode: request.mode,
        intent: request.intent ?? '',
        flowId: request.callFlowId ?? null,
        target: request.device ?? null,
        services: { recording: false, transcription: false, ...request.services },
        startedAtMs: Date.now(),
      });
      placed.push(request);
      const data = { number, mode: call.mode, intent: call.intent };
      await store.calls.insert(
        call,
        [{ type: 'call_started', callId: call.id, atMs: call.startedAtMs, data }],
        idempotency,
      );
      return { call, replayed: false };
    },

    get,
    list: (query) => store.calls.page(query),
    segments: (callId) => store.calls.segments(callId),
    hangUp: async (callId) =>
      change(await getActive(callId), { status: 'ended', endReason: 'hangup_api', endedAtMs: Date.now() }),

    async transfer(callId, device) {
      const call = await getActive(callId);
      if (device === 'nobody') throw new AppError('not_found', 'there is no device "nobody"');
      return change(call, { status: 'transferring', deviceId: device });
    },

    sendDtmf: (callId) => getActive(callId),
    resumeHold: async (callId) => change(await getActive(callId), { status: 'on_hold' }),

    async waitForChange(callId, seconds, signal) {
      await wait(seconds * 1000, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      return get(callId);
    },

    activeCount: () => 0,

    async end(callId) {
      await change(await get(callId), { status: 'ended', endReason: 'hangup_remote', endedAtMs: Date.now() });
    },

    async hear(callId, segment) {
      await store.journal.record({
        events: [],
        segment: { callId, endSeconds: segment.startSeconds, next: segment },
      });
    },
  };
  return desk;
}
