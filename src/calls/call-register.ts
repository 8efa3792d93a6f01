import type { CallDetector, DetectorOptions } from '../detect/types.ts';
import type { Call } from '../domain/call.ts';
import { isFinal } from '../domain/call-status.ts';
import { AppError } from '../domain/errors.ts';
import { parsePhoneNumber } from '../domain/phone-number.ts';
import { perform } from './activities/perform.ts';
import { admitCall, requireOnlineDevice } from './admission.ts';
import type { CallDesk, CallPage, CallQuery, CallRequest } from './desk.ts';
import { waitForStatus } from './status-wait.ts';
import type { CallSurroundings } from './live-call.ts';
import { LiveCall } from './live-call.ts';
import type { Plan } from './plan.ts';
import type { CallStore } from './store.ts';

export interface DeskDependencies extends CallSurroundings {
  store: CallStore;
  createDetector(options: DetectorOptions): CallDetector;
  /** 0..1, how readily a person is declared. */
  sensitivity: number;
}

const idempotencyMs = 24 * 3_600_000;
/** How long an answer waits for legs to be gone; they go on going without it. */
const releaseSeconds = 3;
/** How long a list waits for the store to have what memory knows. */
const storeSeconds = 0.5;

/** Every call of the service: the ones that live, in memory with what they own; all of them, in the store. */
export class CallRegister implements CallDesk {
  readonly #live = new Map<string, LiveCall>();
  readonly #needs: DeskDependencies;
  /** Requests to dial are decided one after the other, so that two at once cannot both take the last free place. */
  #placing: Promise<unknown> = Promise.resolve();
  #closing = false;

  constructor(needs: DeskDependencies) {
    this.#needs = needs;
  }

  place(
    request: CallRequest,
    idempotency?: { key: string; digest: string },
  ): Promise<{ call: Call; replayed: boolean }> {
    const placed = this.#placing.then(() => this.#place(request, idempotency));
    this.#placing = placed.catch(() => undefined);
    return placed;
  }

  async get(callId: string): Promise<Call> {
    const call = this.#live.get(callId)?.ledger.call ?? (await this.#needs.store.get(callId));
    if (call === undefined) throw noSuchCall(callId);
    return call;
  }

  async list(query: CallQuery): Promise<CallPage> {
    await this.#settled([...this.#live.values()]);
    const page = await this.#needs.store.page(query);
    return { ...page, calls: page.calls.map((call) => this.#live.get(call.id)?.ledger.call ?? call) };
  }

  async segments(callId: string): ReturnType<CallDesk['segments']> {
    await this.get(callId);
    const live = this.#live.get(callId);
    if (live !== undefined) await this.#settled([live]);
    return this.#needs.store.segments(callId);
  }

  async hangUp(callId: string): Promise<Call> {
    const call = await this.#find(callId);
    call.end('hangup_api');
    await Promise.race([call.finished, timeLimit(releaseSeconds)]);
    return call.ledger.call;
  }

  async transfer(callId: string, device: string | null): Promise<Call> {
    const call = await this.#find(callId);
    await requireOnlineDevice(device, this.#needs);
    if (call.ledger.isOver) throw alreadyOver(callId);
    if (call.far === undefined) {
      call.redirect({ do: 'connect_directly', target: device });
      return call.ledger.call;
    }
    const transferring = waitForStatus(call.ledger, ['transferring', 'ended', 'failed'], releaseSeconds);
    const already = call.ledger.status === 'transferring';
    call.ledger.note({ target: device });
    call.redirect({ do: 'ring', target: device });
    return already ? call.ledger.call : transferring;
  }

  async sendDtmf(callId: string, digits: string): Promise<Call> {
    const call = await this.#find(callId);
    const { far } = call;
    if (far === undefined || (far.state !== 'up' && !far.hasEarlyMedia))
      throw new AppError('conflict', `call ${callId} has not been answered yet: digits cannot be sent`);
    await far.sendDtmf(digits);
    if (!call.ledger.isOver) call.ledger.note({}, ['ivr_dtmf_sent', { digits, step_id: '' }]);
    return call.ledger.call;
  }

  async resumeHold(callId: string): Promise<Call> {
    const call = await this.#find(callId);
    if (!['human_detected', 'transferring', 'connected'].includes(call.ledger.status))
      throw new AppError(
        'conflict',
        `call ${callId} is ${call.ledger.status}: only a call that found a person can be sent back`,
      );
    const onHold = waitForStatus(call.ledger, ['on_hold', 'ended', 'failed'], releaseSeconds);
    call.redirect({ do: 'send_back' });
    return onHold;
  }

  async waitForChange(callId: string, seconds: number, signal?: AbortSignal): Promise<Call> {
    const call = await this.get(callId);
    const live = this.#live.get(callId);
    if (live === undefined || isFinal(call.status)) return call;
    return waitForStatus(live.ledger, undefined, seconds, signal);
  }

  activeCount(): number {
    return [...this.#live.values()].filter((call) => !call.isFinished).length;
  }

  /** Whether an active call follows this flow. */
  usesFlow(flowId: string): boolean {
    return [...this.#live.values()].some(({ ledger }) => !ledger.isOver && ledger.call.flowId === flowId);
  }

  /** Adopts every call that the store has unfinished; after that, what Asterisk has of no call is removed. */
  resume(): Promise<number> {
    const resumed = this.#placing.then(() => this.#resume());
    this.#placing = resumed.catch(() => undefined);
    return resumed;
  }

  async #resume(): Promise<number> {
    const unfinished = await this.#needs.store.listUnfinished();
    for (const call of unfinished) if (!this.#live.has(call.id)) await this.#begin(call, { do: 'adopt' });
    const liveCallIds = new Set(this.#live.keys());
    await this.#needs.telephony.sweep(liveCallIds);
    this.#needs.trunk.endStrays(liveCallIds);
    return unfinished.length;
  }

  /** Ends every call with `shutdown`, or leaves them up for the next start of the service to adopt. */
  async close(options: { endCalls: boolean }): Promise<void> {
    this.#closing = true;
    await this.#placing;
    const calls = [...this.#live.values()];
    for (const call of calls) {
      if (options.endCalls) call.end('shutdown');
      else call.leave();
    }
    if (options.endCalls)
      await Promise.race([Promise.all(calls.map((call) => call.finished)), timeLimit(2 * releaseSeconds)]);
  }

  async #place(
    request: CallRequest,
    idempotency?: { key: string; digest: string },
  ): Promise<{ call: Call; replayed: boolean }> {
    const nowMs = Date.now();
    if (idempotency !== undefined) {
      const earlier = await this.#needs.store.findByIdempotencyKey(idempotency.key, nowMs - idempotencyMs);
      if (earlier !== undefined && earlier.digest !== idempotency.digest)
        throw new AppError('conflict', 'this Idempotency-Key was used before with another request');
      if (earlier !== undefined) return { call: await this.get(earlier.call.id), replayed: true };
    }
    parsePhoneNumber(request.number); // what is no number is told first, then that nothing can be dialled
    const unavailable = this.#closing ? 'the service is shutting down' : this.#needs.telephony.unavailable();
    if (unavailable !== undefined) throw new AppError('unavailable', unavailable);
    const call = await admitCall(request, this.activeCount(), nowMs, this.#needs);
    try {
      await this.#needs.store.insert(
        call,
        [
          {
            type: 'call_started',
            callId: call.id,
            atMs: nowMs,
            data: { number: call.number, mode: call.mode, intent: call.intent },
          },
          { type: 'call_status', callId: call.id, atMs: nowMs, data: { from: '', to: 'trying' } },
        ],
        idempotency,
      );
    } catch (error) {
      this.#needs.trunk.forget(call.id);
      throw error;
    }
    await this.#begin(
      call,
      call.mode === 'hold_slayer' ? { do: 'reach_far_end' } : { do: 'connect_directly', target: call.target },
    );
    return { call, replayed: false };
  }

  /** What was recorded is stored, or the database has had its time. */
  async #settled(calls: readonly LiveCall[]): Promise<void> {
    await Promise.race([Promise.all(calls.map((call) => call.ledger.stored)), timeLimit(storeSeconds)]);
  }

  async #begin(call: Call, first: Plan): Promise<void> {
    const memory = await this.#needs.memory.recall(call.number).catch(() => []);
    const detector = this.#needs.createDetector({ sensitivity: this.#needs.sensitivity, memory });
    const live = new LiveCall(call, detector, this.#needs);
    this.#live.set(call.id, live);
    void live
      .run(first, perform)
      .then(() => this.#needs.trunk.forget(call.id))
      .then(() => live.ledger.stored)
      .then(() => this.#live.delete(call.id));
  }

  /** @throws AppError `not_found`, `conflict` */
  async #find(callId: string): Promise<LiveCall> {
    const live = this.#live.get(callId);
    if (live !== undefined && !live.ledger.isOver) return live;
    await this.get(callId);
    throw alreadyOver(callId);
  }
}

function noSuchCall(callId: string): AppError {
  return new AppError('not_found', `there is no call ${callId}`);
}

function alreadyOver(callId: string): AppError {
  return new AppError('conflict', `call ${callId} is over already`);
}

function timeLimit(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000).unref());
}
