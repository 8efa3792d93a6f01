import type { Call, SendBackReason } from '../domain/call.ts';
import { isFinal } from '../domain/call-status.ts';
import type { EditGuard } from '../domain/edit-guard.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { Listeners } from '../async/listeners.ts';
import { settlesWithin } from '../async/settles-within.ts';
import { requireOnlineDevice } from './placing/admission.ts';
import type { AudioSubscriber } from './hearing/audio-fan-out.ts';
import { hearBothSides } from './hearing/both-sides.ts';
import { CallEdits } from './call-edits.ts';
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
import type { Idempotency } from './idempotency.ts';
import { KeyedActions } from './keyed-actions.ts';
import type { LiveCall } from './live-call.ts';
import { LiveCalls, type LiveCallsNeeds } from './live-calls.ts';
import { Placing } from './placing/placing.ts';
import type { CallQuery, CallStore } from './store.ts';
import type { Summariser } from './words/summariser.ts';

export interface RegisterNeeds extends Omit<LiveCallsNeeds, 'store' | 'permitDue' | 'onPartial'> {
  store: CallStore;
  /** Undefined: calls are not summarised. */
  summariser: Summariser | undefined;
  companyOf(number: string): Promise<string | undefined>;
}

/** How long a request waits for the legs to be gone; they end in any case. */
const releaseSeconds = 3;

/** What can be asked of the service's calls: those under way are in memory, all of them in the store. */
export class CallRegister implements CallDesk {
  readonly #needs: RegisterNeeds;
  readonly #calls: LiveCalls;
  readonly #snapshots: Snapshots;
  readonly #partialListeners: Listeners<[CallPartial]>;
  readonly #edits: CallEdits;
  readonly #summaries: CallSummaries;
  readonly #placing: Placing;
  readonly #keyed: KeyedActions;

  constructor(needs: RegisterNeeds) {
    this.#needs = needs;
    this.#partialListeners = new Listeners(needs.log, 'a listener to partial transcripts');
    this.#calls = new LiveCalls(
      {
        ...needs,
        permitDue: (call, begin) => this.#placing.permitDue(call, begin),
        onPartial: (partial) => this.#partialListeners.emit(partial),
      },
      {
        begun: (live) => this.#summaries.follow(live),
        over: (call) => this.#placing.followUp(call),
        stored: (call) => this.#summaries.begin(call),
      },
    );
    this.#keyed = new KeyedActions(needs);
    this.#snapshots = new Snapshots(needs, this.#calls);
    this.#edits = new CallEdits(needs, this.#calls);
    this.#summaries = new CallSummaries({ ...needs, edits: this.#edits });
    this.#placing = new Placing(needs, {
      activeCount: () => this.#calls.activeCount(),
      scheduledCount: () => this.#calls.ledgers().filter(({ status }) => status === 'scheduled').length,
      get: (callId) => this.#calls.get(callId),
      begin: (call) => this.#calls.begin(call),
    });
  }

  place(request: CallRequest, idempotency?: Idempotency): Promise<{ call: Call; replayed: boolean }> {
    return this.#placing.place(request, idempotency);
  }

  begunBy(idempotency: Idempotency): Promise<Call | undefined> {
    return this.#placing.begunBy(idempotency);
  }

  async once(callId: string, idempotency: Idempotency | undefined, act: () => Promise<Call>): Promise<Call> {
    if (idempotency === undefined) return act();
    await this.#keyed.once(callId, idempotency, act);
    return this.get(callId);
  }

  get(callId: string): Promise<Call> {
    return this.#calls.get(callId);
  }

  listen(
    callId: string,
    subscriber: AudioSubscriber,
    queueFrames?: number,
    side: ListenSide = 'far',
  ): Listening {
    const live = this.#calls.find(callId);
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
    return this.#calls.ledger(callId)?.heard ?? this.#needs.store.segments(callId);
  }

  async hangUp(callId: string, why: 'hangup_owner' | 'hangup_api' = 'hangup_api'): Promise<Call> {
    const call = await this.#find(callId);
    call.end(call.ledger.status === 'scheduled' ? 'cancelled' : why);
    await settlesWithin(call.released, releaseSeconds * 1000);
    return call.ledger.call;
  }

  async transfer(callId: string, device: string | null): Promise<Call> {
    const call = await this.#find(callId);
    const [chosen, ...others] = await requireOnlineDevice(device, this.#needs);
    // A page whose audio was lost asks to be rung again, since it answers that ring by itself (src/dashboard/phone/take-back.ts).
    const isPhone = others.length === 0 && chosen?.type !== 'webrtc';
    const only = isPhone ? chosen?.id : undefined;
    if (call.course.isTransferred(device, only)) return call.ledger.call;
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

  edit(callId: string, changes: CallChanges, guard?: EditGuard<Call>): Promise<Call> {
    return this.#edits.edit(callId, changes, guard);
  }

  async waitForChange(callId: string, seconds: number, signal?: AbortSignal): Promise<Call> {
    const call = await this.get(callId);
    const live = this.#calls.find(callId);
    if (live === undefined || isFinal(call.status)) return call;
    return waitForStatus(live.ledger, undefined, seconds, signal);
  }

  onPartial(listener: (partial: CallPartial) => void): () => void {
    return this.#partialListeners.add(listener);
  }

  pulses(): CallPulse[] {
    return this.#calls
      .all()
      .flatMap(({ id, ledger, hearing: { pulse } }) =>
        pulse === undefined || ledger.isOver
          ? []
          : [{ callId: id, ...pulse, holdSeconds: ledger.holdSeconds }],
      );
  }

  activeCount(): number {
    return this.#calls.activeCount();
  }

  /** Whether an active call follows this flow. */
  usesFlow(flowId: string): boolean {
    return this.#calls.ledgers().some(({ isOver, call }) => !isOver && call.flowId === flowId);
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
    for (const call of unfinished)
      await this.#calls.begin({ ...call, recovering: call.status !== 'scheduled' });
    for (const call of dueFollowUps) await this.#placing.followUp(call);
    await this.#summaries.resume();
    return unfinished.length;
  }

  /** Removes channels and bridges in Asterisk that belong to no call. */
  async sweep(): Promise<void> {
    await this.#placing.settled();
    await this.#needs.telephony.sweep(this.#calls.ownerIds());
    // Looked up again: a call may have begun, and dialled, in the meantime.
    this.#needs.trunk.endOrphans(this.#calls.ownerIds());
  }

  /** Ends every call with `shutdown`, or leaves them up for the next start of the service to adopt. */
  async close(options: { endCalls: boolean }): Promise<void> {
    this.#placing.close();
    this.#summaries.stop();
    await this.#placing.settled();
    await this.#calls.close(options);
  }

  /** @throws AppError `not_found`, `conflict` */
  async #find(callId: string): Promise<LiveCall> {
    // Its first events are published before it is taken up.
    if (this.#calls.find(callId) === undefined) await this.#placing.settled();
    const live = this.#calls.find(callId);
    if (live !== undefined && !live.ledger.isOver) return live;
    await this.get(callId);
    throw new AppError('conflict', `call ${callId} is over already`);
  }
}
