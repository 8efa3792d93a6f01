import type { DetectorOptions } from '../detect/types.ts';
import type { Call, ClassifiedSegment, SendBackReason } from '../domain/call.ts';
import { isFinal } from '../domain/call-status.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { Listeners } from '../async/listeners.ts';
import { settlesWithin } from '../async/settles-within.ts';
import { perform } from './activities/perform.ts';
import { requireOnlineDevice } from './placing/admission.ts';
import type { AudioSubscriber } from './hearing/audio-fan-out.ts';
import { hearBothSides } from './hearing/both-sides.ts';
import { CallEdits } from './call-edits.ts';
import type { CallLedger } from './call-ledger.ts';
import { CallSummaries } from './words/call-summaries.ts';
import type {
  CallChanges,
  CallDesk,
  CallPage,
  CallPartial,
  CallPulse,
  CallRequest,
  CallSnapshot,
  Listening,
  ListenSide,
} from './desk.ts';
import { Snapshots } from './snapshots.ts';
import { waitForStatus } from './status-wait.ts';
import type { CallNeeds } from './call-needs.ts';
import type { Listener } from './listener.ts';
import { LiveCall } from './live-call.ts';
import { type Idempotency, Placing } from './placing/placing.ts';
import type { CallQuery, CallStore } from './store.ts';
import type { Summariser } from './words/summariser.ts';

export interface RegisterNeeds extends Omit<CallNeeds, 'createListener' | 'permitDue' | 'onPartial'> {
  store: CallStore;
  /** Undefined: calls are not summarised. */
  summariser: Summariser | undefined;
  companyOf(number: string): Promise<string | undefined>;
  createListener(options: DetectorOptions): Listener;
  /** 0..1, how readily a person is declared. */
  sensitivity: number;
  /** Whether the owner is rung for a person who is only likely. */
  ringsEarly: boolean;
}

/** How long a request waits for the legs to be gone; they end in any case. */
const releaseSeconds = 3;

/** All calls of the service: those under way in memory with what they own, all of them in the store. */
export class CallRegister implements CallDesk {
  readonly #live = new Map<string, LiveCall>();
  readonly #needs: RegisterNeeds;
  readonly #callNeeds: CallNeeds;
  readonly #snapshots: Snapshots;
  readonly #partialListeners: Listeners<[CallPartial]>;
  readonly #edits: CallEdits;
  readonly #summaries: CallSummaries;
  readonly #placing: Placing;

  constructor(needs: RegisterNeeds) {
    this.#needs = needs;
    this.#partialListeners = new Listeners(needs.log, 'a listener to partial transcripts');
    this.#callNeeds = {
      ...needs,
      createListener: (call) => this.#createListener(call),
      permitDue: (call, begin) => this.#placing.permitDue(call, begin),
      onPartial: (partial) => this.#partialListeners.emit(partial),
    };
    const source = {
      ledger: (callId: string) => this.#live.get(callId)?.ledger,
      ledgers: () => this.#ledgers(),
      get: (callId: string) => this.get(callId),
    };
    this.#snapshots = new Snapshots(needs, source);
    this.#edits = new CallEdits(needs, source);
    this.#summaries = new CallSummaries({ ...needs, edits: this.#edits });
    this.#placing = new Placing(needs, {
      activeCount: () => this.activeCount(),
      scheduledCount: () => this.#ledgers().filter(({ status }) => status === 'scheduled').length,
      get: (callId) => this.get(callId),
      begin: (call) => this.#begin(call),
      announce: (callId, event) => this.#edits.enter(callId, {}, event),
    });
  }

  place(request: CallRequest, idempotency?: Idempotency): Promise<{ call: Call; replayed: boolean }> {
    return this.#placing.place(request, idempotency);
  }

  async get(callId: string): Promise<Call> {
    const call = this.#live.get(callId)?.ledger.call ?? (await this.#needs.store.get(callId));
    if (call === undefined) throw noSuchCall(callId);
    return call;
  }

  listen(
    callId: string,
    subscriber: AudioSubscriber,
    queueFrames?: number,
    side: ListenSide = 'far',
  ): Listening {
    const live = this.#live.get(callId);
    if (live === undefined || live.ledger.isOver)
      throw new AppError('not_found', `no call ${callId} is under way`);
    const [far, near] = [live.hearing.audio, live.ownerEar.audio];
    const { log } = this.#needs;
    const leave =
      side === 'both'
        ? hearBothSides({ far, near, log }, subscriber, queueFrames)
        : (side === 'far' ? far : near).subscribe(subscriber, queueFrames);
    return { leave, ended: live.released };
  }

  snapshot(callId: string): Promise<CallSnapshot> {
    return this.#snapshots.of(callId);
  }

  list(query: CallQuery): Promise<CallPage> {
    return this.#snapshots.list(query);
  }

  async segments(callId: string): ReturnType<CallDesk['segments']> {
    await this.get(callId);
    return this.#live.get(callId)?.ledger.heard ?? this.#needs.store.segments(callId);
  }

  async hangUp(callId: string): Promise<Call> {
    const call = await this.#find(callId);
    call.end(call.ledger.status === 'scheduled' ? 'cancelled' : 'hangup_api');
    await settlesWithin(call.released, releaseSeconds * 1000);
    return call.ledger.call;
  }

  async transfer(callId: string, device: string | null): Promise<Call> {
    const call = await this.#find(callId);
    await requireOnlineDevice(device, this.#needs);
    const waits = call.legs.farEnd.state === 'present' && call.ledger.status !== 'transferring';
    const transferring = waitForStatus(call.ledger, ['transferring', 'ended', 'failed'], releaseSeconds);
    call.transfer(device);
    return waits ? transferring : call.ledger.call;
  }

  async sendDtmf(callId: string, digits: string): Promise<Call> {
    const call = await this.#find(callId);
    await call.sendDtmf(digits);
    return call.ledger.call;
  }

  async resumeHold(callId: string, because: SendBackReason = 'not_a_person'): Promise<Call> {
    const call = await this.#find(callId);
    const sentBack = waitForStatus(call.ledger, ['on_hold', 'trying', 'ended', 'failed'], releaseSeconds);
    call.keepHolding(because);
    return sentBack;
  }

  edit(callId: string, changes: CallChanges): Promise<Call> {
    return this.#edits.edit(callId, changes);
  }

  async waitForChange(callId: string, seconds: number, signal?: AbortSignal): Promise<Call> {
    const call = await this.get(callId);
    const live = this.#live.get(callId);
    if (live === undefined || isFinal(call.status)) return call;
    return waitForStatus(live.ledger, undefined, seconds, signal);
  }

  onPartial(listener: (partial: CallPartial) => void): () => void {
    return this.#partialListeners.add(listener);
  }

  pulses(): CallPulse[] {
    return [...this.#live.values()].flatMap(({ id, ledger, hearing: { pulse } }) =>
      pulse === undefined || ledger.isOver ? [] : [{ callId: id, ...pulse, holdSeconds: ledger.holdSeconds }],
    );
  }

  activeCount(): number {
    return [...this.#live.values()].filter((call) => !call.isReleased && call.ledger.status !== 'scheduled')
      .length;
  }

  /** Whether an active call follows this flow. */
  usesFlow(flowId: string): boolean {
    return this.#ledgers().some(({ isOver, call }) => !isOver && call.flowId === flowId);
  }

  /**
   * Takes over every call that an earlier process left unfinished. Each looks for its legs as soon as Asterisk is connected; until
   * then it counts, is shown and can be ended like any other.
   * @returns how many there are.
   */
  async load(): Promise<number> {
    const unfinished = await this.#needs.store.listUnfinished();
    // Read before any of these calls can end and be followed up on; placed after they are taken over.
    const dueFollowUps = await this.#placing.dueFollowUps().catch((error: unknown) => {
      this.#needs.log.error('calls may not be placed again', { error: describeError(error) });
      return [];
    });
    for (const call of unfinished) await this.#begin({ ...call, recovering: call.status !== 'scheduled' });
    for (const call of dueFollowUps) await this.#placing.followUp(call);
    await this.#summaries.resume();
    return unfinished.length;
  }

  /** Removes channels and bridges in Asterisk that belong to no call. */
  async sweep(): Promise<void> {
    await this.#placing.settled();
    await this.#needs.telephony.sweep(this.#ownerIds());
    // Looked up again: a call may have begun, and dialled, in the meantime.
    this.#needs.trunk.endOrphans(this.#ownerIds());
  }

  /** The calls that may own something in Asterisk; one that ended before it was found there has nothing to let go of. */
  #ownerIds(): ReadonlySet<string> {
    return new Set([...this.#live.values()].filter(({ isReleased }) => !isReleased).map(({ id }) => id));
  }

  /** Ends every call with `shutdown`, or leaves them up for the next start of the service to adopt. */
  async close(options: { endCalls: boolean }): Promise<void> {
    this.#placing.close();
    this.#summaries.stop();
    await this.#placing.settled();
    const calls = [...this.#live.values()];
    for (const call of calls) {
      // Scheduled calls wait for the next start.
      if (options.endCalls && call.ledger.status !== 'scheduled') call.end('shutdown');
      else call.leave();
    }
    if (options.endCalls)
      await settlesWithin(
        Promise.all(calls.filter(({ ledger }) => ledger.isOver).map((call) => call.finished)),
        2 * releaseSeconds * 1000,
      );
  }

  #ledgers(): CallLedger[] {
    return [...this.#live.values()].map(({ ledger }) => ledger);
  }

  async #createListener(call: Readonly<Call>): Promise<Listener> {
    const memory = await this.#needs.memory.recall(call.number).catch((error: unknown) => {
      const why = describeError(error);
      this.#needs.log.warn('what is known of a number cannot be read: its recordings may ring', {
        call: call.id,
        error: why,
      });
      return [];
    });
    const { sensitivity, ringsEarly } = this.#needs;
    return this.#needs.createListener({ sensitivity, ringsEarly, memory });
  }

  async #begin(call: Call): Promise<void> {
    const live = new LiveCall(call, this.#callNeeds, await this.#heardBefore(call));
    this.#live.set(call.id, live);
    this.#summaries.follow(live);
    void this.#run(live);
  }

  /** Runs a call to its end, and lets go of it once all of it is stored. Never rejects. */
  async #run(live: LiveCall): Promise<void> {
    try {
      await live.run(perform);
    } catch (error) {
      this.#needs.log.error('a call cannot go on', { call: live.id, error: describeError(error) });
      live.end('gateway_error', describeError(error));
    }
    this.#needs.trunk.forget(live.id);
    await this.#placing.followUp(live.ledger.call);
    await live.ledger.stored;
    this.#live.delete(live.id);
    this.#summaries.begin(live.ledger.call);
  }

  /** The segments of an earlier process. @returns null while they cannot be read. */
  async #heardBefore({ id, recovering }: Call): Promise<readonly ClassifiedSegment[] | null> {
    if (!recovering) return [];
    return this.#needs.store.segments(id).catch((error: unknown) => {
      const about = { call: id, error: describeError(error) };
      this.#needs.log.warn('what an earlier process heard of a call cannot be read', about);
      return null;
    });
  }

  /** @throws AppError `not_found`, `conflict` */
  async #find(callId: string): Promise<LiveCall> {
    // Its first events are published before it is taken up.
    if (!this.#live.has(callId)) await this.#placing.settled();
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
