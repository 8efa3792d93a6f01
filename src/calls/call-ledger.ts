import type { Observation } from '../detect/types.ts';
import type { Call, ClassifiedSegment } from '../domain/call.ts';
import { durationSeconds } from '../domain/call.ts';
import type { CallStatus, CallTrigger, EndReason } from '../domain/call-status.ts';
import { endTrigger, isFinal, nextStatus, transitions } from '../domain/call-status.ts';
import { describeError } from '../domain/errors.ts';
import type { EventData, EventType, NewEvent } from '../domain/events.ts';
import type { Log } from '../log/log.ts';
import { Listeners } from '../async/listeners.ts';
import { settlesWithin } from '../async/settles-within.ts';
import type { Journal, JournalEntry } from './store.ts';

/** What a step of a call may set; status, hold times and the end belong to the ledger alone. */
export type CallPatch = Partial<
  Pick<
    Call,
    | 'activity'
    | 'wayBack'
    | 'recovering'
    | 'startedAtMs'
    | 'farInvitedAtMs'
    | 'answeredAtMs'
    | 'flowStep'
    | 'flowStepActed'
    | 'chosen'
    | 'transfer'
    | 'deviceId'
    | 'deviceName'
    | 'note'
    | 'facts'
    | 'person'
    | 'waitingPerson'
    | 'talkSecondsBefore'
    | 'missedPerson'
    | 'heardHoldMusic'
    | 'queue'
    | 'transcriptExcerpt'
    | 'summary'
    | 'summaryDue'
  >
>;

/** An event without its call and time. */
export type EventDraft = { [T in EventType]: [type: T, data: EventData[T]] }[EventType];

/**
 * The state of one call: the only place that changes it. Each transition is checked against the table, logged, recorded
 * and passed to those who wait for it, in this order and at once; storing happens in the background.
 */
export class CallLedger {
  #call: Call;
  readonly #journal: Pick<Journal, 'record'>;
  readonly #log: Log;
  readonly #statusListeners: Listeners<[Call]>;
  #heard: readonly ClassifiedSegment[] | null;
  /** When it entered its status, by `performance.now()`: the time of day may be set in the meantime. */
  #enteredAtMs: number;
  /** The device that the owner talked on last; null before the first talk. */
  #lastTalkedOn: string | null;
  #lastEntry: Promise<void> = Promise.resolve();
  #unstored = 0;

  /** @param heard the segments of an earlier process; null when they are not known. */
  constructor(
    call: Call,
    journal: Pick<Journal, 'record'>,
    log: Log,
    heard: readonly ClassifiedSegment[] | null = [],
  ) {
    this.#call = call;
    // While no device is on the call, the name is of the one that was (enterHold).
    const isIt = call.deviceId === null || call.status === 'connected';
    this.#lastTalkedOn = isIt ? call.deviceName : null;
    const sinceMs = call.holdSinceMs ?? call.talkSinceMs ?? Infinity;
    this.#enteredAtMs = performance.now() - Math.max(0, Date.now() - sinceMs);
    this.#journal = journal;
    this.#log = log;
    this.#statusListeners = new Listeners(log, 'a listener to the status of a call', ({ id }) => ({
      call: id,
    }));
    this.#heard = heard;
  }

  get call(): Readonly<Call> {
    return this.#call;
  }

  get status(): CallStatus {
    return this.#call.status;
  }

  /** Of all holds so far. */
  get holdSeconds(): number {
    return this.#secondsIn('on_hold', this.#call.holdSeconds);
  }

  /** Of the hold that goes on; 0 without one. */
  get thisHoldSeconds(): number {
    return this.holdSeconds - this.#call.holdSeconds;
  }

  /** Of all talk between owner and far end so far. */
  get talkSeconds(): number {
    return this.#secondsIn('connected', this.#call.talkSeconds);
  }

  get isOver(): boolean {
    return isFinal(this.#call.status);
  }

  /** The segments so far, as they are stored or will be; null when those of an earlier process are not known. */
  get heard(): readonly ClassifiedSegment[] | null {
    return this.#heard;
  }

  /** Resolves when everything recorded so far is stored, or never will be. */
  get stored(): Promise<void> {
    return this.#lastEntry;
  }

  /** Whether everything recorded so far is stored. */
  get isStored(): boolean {
    return this.#unstored === 0;
  }

  /** As `stored`, but waits no longer than `seconds`: a database that does not answer must not hold up a call. */
  async storedWithin(seconds: number): Promise<void> {
    await settlesWithin(this.#lastEntry, seconds * 1000);
  }

  /** Called with the call after every change of status. @returns the function that ends the subscription. */
  onStatus(listener: (call: Call) => void): () => void {
    return this.#statusListeners.add(listener);
  }

  /** @throws RangeError for an edge that the table does not know. */
  move(trigger: CallTrigger, patch: CallPatch = {}, ...events: EventDraft[]): void {
    const nowMs = Date.now();
    const from = this.#call.status;
    const to = nextStatus(from, trigger);
    const before = this.#call;
    const { holdSeconds, talkSeconds } = this;
    this.#call = { ...patched(before, patch), status: to, holdSeconds, talkSeconds };
    this.#enteredAtMs = performance.now();
    if (from === 'on_hold') {
      this.#call.holdSinceMs = null;
      this.#call.waitingPerson = null;
    }
    if (to === 'on_hold') this.#call.holdSinceMs = nowMs;
    if (from === 'connected') this.#call.talkSinceMs = null;
    if (to === 'connected') this.#call.talkSinceMs = nowMs;
    if (to === 'connected') this.#call.connectedAtMs ??= nowMs;
    if (to === 'connected') this.#lastTalkedOn = this.#call.deviceName;
    if (isFinal(to)) {
      const endedAtMs = (this.#call.endedAtMs ??= nowMs);
      // A scheduled call that is cancelled has never begun.
      this.#call.startedAtMs = Math.min(before.startedAtMs, endedAtMs);
    }
    this.#log.info(`${from} -> ${to}`, {
      call: this.#call.id,
      trigger,
      reason: this.#call.endReason ?? undefined,
    });
    const drafts: EventDraft[] = [['call_status', { from, to }], ...this.#announce(to, nowMs), ...events];
    void this.#enter({ events: this.#stamp(nowMs, drafts), call: this.#call, ...this.#flowRun() });
    this.#statusListeners.emit(this.#call);
  }

  /** Puts the call on hold by the first transition that its status allows. @param reason why it is on hold again. */
  enterHold(reason?: string): void {
    const resumed: EventDraft[] = reason === undefined ? [] : [['hold_resumed', { reason }]];
    if (this.status === 'on_hold') {
      if (reason !== undefined) this.note({}, ...resumed);
      return;
    }
    const edges = transitions[this.status];
    const ways = ['nobody_answers', 'sent_back', 'hold_begins'] as const;
    const way = ways.find((trigger) => edges[trigger] !== undefined) ?? 'hold_begins';
    const missedPerson = this.#call.missedPerson || this.#call.person !== null;
    const patch = { deviceId: null, deviceName: this.#lastTalkedOn, person: null, missedPerson };
    this.move(way, patch, ...resumed);
  }

  /** No device rings any more, and the far end has not answered yet. */
  resumeDialling(): void {
    if (this.status === 'transferring') this.move('dial_continues', { deviceId: null });
  }

  /**
   * Ends the call; does nothing when it is over already.
   * @param agoMs since when it has been over, if nobody saw that. @returns whether this ended it.
   */
  end(reason: EndReason, error?: string, agoMs = 0): boolean {
    if (this.isOver) return false;
    const { answeredAtMs, connectedAtMs } = this.#call;
    const nowMs = Date.now();
    // The limit may have been longer then.
    const endedAtMs = agoMs === 0 ? nowMs : Math.max(nowMs - agoMs, answeredAtMs ?? 0, connectedAtMs ?? 0);
    this.#enteredAtMs += nowMs - endedAtMs;
    this.#call = { ...this.#call, endReason: reason, error: error ?? null, recovering: false, endedAtMs };
    this.move(endTrigger(reason));
    return true;
  }

  /** Records facts that change no status. */
  note(patch: CallPatch, ...events: EventDraft[]): void {
    void this.noteStored(patch, ...events);
  }

  /** As `note`. @returns resolves once this is stored, and rejects if it never will be. */
  noteStored(patch: CallPatch, ...events: EventDraft[]): Promise<void> {
    this.#call = patched(this.#call, patch);
    return this.#enter({ events: this.#stamp(Date.now(), events), call: this.#call });
  }

  /** A change of audio class: ends the open segment and begins the next. Times in seconds since the call began. */
  classify(observation: Observation, atSeconds: number): void {
    const atMs = this.#call.startedAtMs + Math.round(atSeconds * 1000);
    const next: ClassifiedSegment = {
      fromMs: atMs,
      startSeconds: atSeconds,
      endSeconds: null,
      audioClass: observation.audioClass,
      confidence: observation.confidence,
    };
    this.#call = { ...this.#call, audioType: observation.audioClass };
    this.#hear(atSeconds, next);
    void this.#enter({
      events: this.#stamp(Date.now(), [
        [
          'audio_classified',
          {
            audio_type: observation.audioClass,
            confidence: observation.confidence,
            start: Math.round(atSeconds * 1000) / 1000,
            features: observation.features,
          },
        ],
      ]),
      call: this.#call,
      segment: { callId: this.#call.id, endSeconds: atSeconds, next },
    });
  }

  /** The audio ended: closes the open segment. */
  endAudio(atSeconds: number): void {
    this.#hear(atSeconds, null);
    void this.#enter({ events: [], segment: { callId: this.#call.id, endSeconds: atSeconds, next: null } });
  }

  /** @param before the seconds in earlier times. */
  #secondsIn(status: CallStatus, before: number): number {
    if (this.#call.status !== status) return before;
    return before + Math.max(0, Math.round(performance.now() - this.#enteredAtMs)) / 1000;
  }

  /** The open segment ends, and the next begins. */
  #hear(endSeconds: number, next: ClassifiedSegment | null): void {
    if (this.#heard === null) return;
    const last = this.#heard.at(-1);
    const before =
      last?.endSeconds === null ? [...this.#heard.slice(0, -1), { ...last, endSeconds }] : this.#heard;
    this.#heard = next === null ? before : [...before, next];
  }

  /** The events that go with every change to this status. */
  #announce(to: CallStatus, nowMs: number): EventDraft[] {
    const { number, endReason, error } = this.#call;
    const duration = durationSeconds(this.#call, nowMs);
    if (to === 'ringing') return [['call_ringing', { number }]];
    if (to === 'connected') return [['call_connected', { number, duration }]];
    if (to === 'ended') return [['call_ended', { number, duration, reason: endReason ?? '' }]];
    if (to === 'failed') return [['call_failed', { number, error: error ?? '', reason: endReason ?? '' }]];
    return [];
  }

  /** A flow's run ends with the call: it succeeded if the owner was connected. */
  #flowRun(): Pick<JournalEntry, 'flowRun'> {
    const { flowId, flowStep, connectedAtMs } = this.#call;
    if (!this.isOver || flowId === null || flowStep === null) return {};
    return { flowRun: { flowId, succeeded: connectedAtMs !== null } };
  }

  #enter(entry: JournalEntry): Promise<void> {
    // The journal keeps order and retries by itself; a rejection means that the entry is never written.
    this.#unstored += 1;
    const recorded = this.#journal.record(entry);
    this.#lastEntry = recorded
      .catch((error: unknown) => {
        this.#log.error('an event could not be stored', { call: this.#call.id, error: describeError(error) });
      })
      .then(() => {
        this.#unstored -= 1;
      });
    return recorded;
  }

  #stamp(nowMs: number, drafts: EventDraft[]): NewEvent[] {
    return drafts.map(([type, data]) => ({ type, callId: this.#call.id, atMs: nowMs, data }) as NewEvent);
  }
}

/** A device's name is kept only for as long as its device is. */
function patched(call: Call, patch: CallPatch): Call {
  const isOther = patch.deviceId !== undefined && patch.deviceId !== call.deviceId;
  return { ...call, ...(isOther ? { deviceName: null } : {}), ...patch };
}
