import { InTurn } from '../../async/in-turn.ts';
import type { Call } from '../../domain/call.ts';
import { beginCall } from '../../domain/call.ts';
import { dayMs } from '../../domain/durations.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events.ts';
import { type FollowUp, followUpOf } from '../../domain/follow-up.ts';
import { newId } from '../../domain/ids.ts';
import type { Log } from '../../log/log.ts';
import { type AdmissionNeeds, admitCall, permitItsFlow } from './admission.ts';
import type { CallRequest } from '../desk.ts';
import { type Idempotency, requireSame } from '../idempotency.ts';
import { type CallStore, idempotencyMs } from '../store.ts';
import type { Telephony } from '../telephony.ts';
import type { Transcriber } from '../words/transcriber.ts';

export interface PlacingNeeds extends AdmissionNeeds {
  store: Pick<CallStore, 'insert' | 'get' | 'findByIdempotencyKey' | 'listDueFollowUps'>;
  telephony: Pick<Telephony, 'unavailable'>;
  transcriber: Pick<Transcriber, 'engine'>;
  log: Log;
}

/** What placing a call needs to know of the others. */
export interface CallDirectory {
  activeCount(): number;
  scheduledCount(): number;
  get(callId: string): Promise<Call>;
  /** Takes up a call that was stored. */
  begin(call: Call): Promise<void>;
}

/** A call that is to be placed because another one failed. */
interface Successor {
  call: Call;
  why: FollowUp;
  previousCallId: string;
}

/** After a restart, calls that ended longer ago are not placed again. */
const longestAgoMs = dayMs;
/** Pauses between the attempts to place a call again; after the last, the next start of the service does it. */
const followUpSeconds: readonly number[] = [2, 10, 60, 300];
/** Each one takes memory while it waits. */
const maxScheduled = 100;
/** Further ahead, nobody remembers the request. */
const maxDaysAhead = 14;

/** Turns requests into calls. They are decided one at a time, so that no two take the last free place. */
export class Placing {
  readonly #needs: PlacingNeeds;
  readonly #calls: CallDirectory;
  readonly #decisions = new InTurn();
  #isClosed = false;

  constructor(needs: PlacingNeeds, around: CallDirectory) {
    this.#needs = needs;
    this.#calls = around;
  }

  /** @throws AppError what `admitCall` throws, and `unavailable`. */
  place(request: CallRequest, idempotency?: Idempotency): Promise<{ call: Call; replayed: boolean }> {
    return this.#decisions.run(() => this.#place(request, idempotency));
  }

  /** @throws AppError `conflict` for the key of another request. */
  begunBy(idempotency: Idempotency): Promise<Call | undefined> {
    return this.#decisions.run(() => this.#find(idempotency));
  }

  /** Decides on a scheduled call that is due; `begin` runs before any other call is decided on. @throws AppError */
  permitDue(call: Readonly<Call>, begin: () => void): Promise<void> {
    return this.#decisions.run(async () => {
      this.#requireAvailable();
      await permitItsFlow(call, this.#needs.flows);
      this.#needs.trunk.admit(call.id, call.number, this.#calls.activeCount());
      begin();
    });
  }

  /** Places a call again if its retry plan or `redial` asks for it. Never rejects. */
  async followUp(over: Readonly<Call>): Promise<void> {
    const successor = successorOf(over);
    if (successor !== undefined) await this.#tryToPlace(successor);
  }

  /** Retried later if the database is away now, always with the same call, since a write that failed may have been carried out. */
  async #tryToPlace(successor: Successor, pausesSeconds = followUpSeconds): Promise<void> {
    try {
      await this.#placeSuccessor(successor);
    } catch (error) {
      const [pauseSeconds, ...later] = pausesSeconds;
      const { previousCallId } = successor;
      const about = { call: previousCallId, error: describeError(error), again_in: pauseSeconds };
      this.#needs.log.error('a call could not be placed again', about);
      if (pauseSeconds !== undefined)
        setTimeout(() => void this.#tryToPlace(successor, later), pauseSeconds * 1000).unref();
    }
  }

  /** Safe to repeat with the same successor after a failure: it is placed only once. @throws AppError `unavailable` */
  async #placeSuccessor({ call, why, previousCallId }: Successor): Promise<void> {
    if (this.#isClosed) return; // the next start of the service places it
    const atMs = Date.now();
    const { attempt, reason } = why;
    const data = { next_call_id: call.id, at: new Date(why.atMs).toISOString(), reason, attempt };
    const scheduled = { type: 'call_retry_scheduled', callId: previousCallId, atMs, data } as const;
    // Stored together: a process that is killed between the two would have placed a call of which the one before says nothing.
    await this.#decisions.run(() => this.#accept(call, [...this.#firstEvents(call, atMs), scheduled]));
  }

  /** Calls whose process ended before it could follow up on them. */
  dueFollowUps(): Promise<Call[]> {
    return this.#needs.store.listDueFollowUps(Date.now() - longestAgoMs);
  }

  /** Resolves when everything requested so far is decided; never rejects. */
  settled(): Promise<void> {
    return this.#decisions.settled();
  }

  /** From now on nothing is placed. */
  close(): void {
    this.#isClosed = true;
  }

  async #place(request: CallRequest, idempotency?: Idempotency): Promise<{ call: Call; replayed: boolean }> {
    const nowMs = Date.now();
    const earlier = idempotency && (await this.#find(idempotency));
    if (earlier !== undefined) return { call: earlier, replayed: true };
    // Checked only for a new request: when one is repeated, its time may have come since.
    requireNear(request.atMs, nowMs);
    if (request.atMs === undefined || this.#isClosed) this.#requireAvailable();
    else this.#requireRoomToSchedule();
    const call = await admitCall(request, this.#calls.activeCount(), nowMs, this.#needs);
    try {
      await this.#accept(call, this.#firstEvents(call, nowMs), idempotency);
    } catch (error) {
      this.#needs.trunk.forget(call.id);
      throw error;
    }
    return { call, replayed: false };
  }

  async #find({ key, digest }: Idempotency): Promise<Call | undefined> {
    const earlier = await this.#needs.store.findByIdempotencyKey(key, Date.now() - idempotencyMs);
    if (earlier === undefined) return undefined;
    requireSame(earlier.digest, digest);
    return this.#calls.get(earlier.call.id);
  }

  /**
   * A write that failed may have been carried out all the same. A call that is stored must begin now, or a later start of the service would
   * dial it.
   */
  async #accept(call: Call, events: NewEvent[], idempotency?: Idempotency): Promise<void> {
    const { store } = this.#needs;
    try {
      await store.insert(call, events, idempotency);
    } catch (error) {
      const stored = await store.get(call.id).catch(() => undefined);
      if (stored === undefined) throw error;
    }
    await this.#calls.begin(call);
  }

  #firstEvents(call: Call, atMs: number): NewEvent[] {
    const { id: callId, number, mode, intent, status } = call;
    return [
      { type: 'call_started', callId, atMs, data: { number, mode, intent } },
      { type: 'call_status', callId, atMs, data: { from: '', to: status } },
      ...this.#missingServices(call, atMs),
    ];
  }

  #requireAvailable(): void {
    const unavailable = this.#isClosed ? 'the service is shutting down' : this.#needs.telephony.unavailable();
    if (unavailable !== undefined) throw new AppError('unavailable', unavailable);
  }

  #requireRoomToSchedule(): void {
    if (this.#calls.scheduledCount() >= maxScheduled)
      throw new AppError('conflict', `${maxScheduled} calls are scheduled already; end one of them first`);
  }

  /** A requested service that is not configured does not refuse the call; an event says so. */
  #missingServices({ id: callId, services }: Call, atMs: number): NewEvent[] {
    if (!services.transcription || this.#needs.transcriber.engine !== undefined) return [];
    const data = { service: 'transcription', reason: 'STT_ENGINE is none' } as const;
    return [{ type: 'service_unavailable', callId, atMs, data }];
  }
}

/** @throws AppError `invalid` for a time that is past or too far ahead. */
function requireNear(atMs: number | undefined, nowMs: number): void {
  if (atMs !== undefined && !(atMs > nowMs && atMs < nowMs + maxDaysAhead * dayMs))
    throw new AppError('invalid', `"at" must be a time within the next ${maxDaysAhead} days`);
}

/** The call that follows one that is over, if its retry plan says so. */
function successorOf(over: Readonly<Call>): Successor | undefined {
  const why = followUpOf(over, over.endedAtMs ?? Date.now());
  if (why === undefined) return undefined;
  const { id, number, mode, intent, company, flowId, requestedDevice } = over;
  const { facts, chosen, services, retry, redial, placedWith } = over;
  const call = beginCall({
    ...{ number, mode, intent, company, facts, flowId, requestedDevice, chosen },
    ...{ services, retry, redial, placedWith },
    id: newId('call'),
    status: 'scheduled',
    startedAtMs: why.atMs,
    attempt: why.attempt,
    redials: why.redials,
    previousCallId: id,
  });
  return { call, why, previousCallId: id };
}
