import { signal } from '@preact/signals';
import type { AudioType, CallStatus, CallView, StreamEvent, TimelineSegment } from '../../api/types.ts';
import type { PartialMessage } from '../../stream/stream.ts';
import { monotonicAt, noteServerTime, serverTimeAt, type Span } from '../gateway/clock.ts';
import { type RungDevice, rungAfter } from './rung.ts';
import { type Segment, segmentsClosed, segmentsHearing, segmentsRead } from './segments.ts';

export const finalStatuses: readonly CallStatus[] = ['ended', 'failed'];
export const isOver = (status: CallStatus): boolean => finalStatuses.includes(status);
export const isPersonWaiting = (status: CallStatus): boolean =>
  status === 'human_detected' || status === 'transferring';

/**
 * Every call begins with an event. The events of old calls are removed (EVENT_KEEP_DAYS); a label that was given later does not change
 * that.
 */
export const isForgotten = (story: readonly StreamEvent[]): boolean =>
  !story.some(({ type }) => type === 'call_started');

/** Events that change more than they report; `call_edited` exists in newer gateways. */
const changingMore: readonly string[] = [
  'call_ended',
  'call_failed',
  'call_edited',
  'call_summarised',
  // The place in the flow.
  'ivr_step',
];

/** As many seconds as the meter has bars. */
const keptLevels = 9;

/** The person the devices ring for. */
export interface HeardPerson {
  atMs: number;
  /** Likely enough to ring, or confirmed. */
  isSure: boolean;
  confidence: number;
  reason: string;
  quote: string;
}

/** One call as the page knows it: a snapshot, updated by events. Everything that changes is a signal. */
export class LiveCall {
  readonly id: string;
  readonly view;
  /** Runs while the call is on hold. */
  readonly hold;
  /** Since the call was placed. */
  readonly total;
  /** Since the owner was connected. */
  readonly talk;
  readonly segments = signal<readonly Segment[]>([]);
  /** The call's events, oldest first, without what was heard. */
  readonly story = signal<readonly StreamEvent[]>([]);
  /** The partial transcript of each speaker, replaced until the sentence is complete. */
  readonly partials = signal<readonly PartialMessage['data'][]>([]);
  readonly rung = signal<readonly RungDevice[]>([]);
  /** When the person was heard, and how certain the detector is. */
  readonly person = signal<HeardPerson | undefined>(undefined);
  /** When anything was last received about this call. */
  readonly heardAtMs = signal(performance.now());
  /** The level of each of the last seconds, in dBFS, oldest first. */
  readonly levelsDb = signal<readonly number[]>([]);
  #snapshotId = 0;
  /** The event that last changed the status; its snapshot is read next. */
  #statusId = 0;

  constructor(view: CallView) {
    this.id = view.call_id;
    this.view = signal(view);
    const spans = spansOf(view);
    this.hold = signal(spans.hold);
    this.total = signal(spans.total);
    this.talk = signal(spans.talk);
  }

  get status(): CallStatus {
    return this.view.value.status;
  }

  /**
   * Takes a snapshot; one older than the current state (responses overtook each other, or the stream was faster) is
   * ignored.
   */
  takeView(view: CallView): void {
    if (view.event_id < Math.max(this.#snapshotId, this.#statusId)) return;
    this.#snapshotId = view.event_id;
    const spans = spansOf(view);
    this.view.value = view;
    this.hold.value = spans.hold;
    this.total.value = spans.total;
    this.talk.value = spans.talk;
    this.heardAtMs.value = performance.now();
    if (isOver(view.status)) this.#closeSegment(Date.parse(view.ended_at ?? '') || serverTimeAt());
  }

  takePulse(levelDb: number): void {
    this.heardAtMs.value = performance.now();
    this.levelsDb.value = [...this.levelsDb.value, levelDb].slice(-keptLevels);
  }

  takePartial(partial: PartialMessage['data']): void {
    this.dropPartial(partial.speaker);
    if (partial.text !== '' && !isOver(this.status)) this.partials.value = [...this.partials.value, partial];
  }

  dropPartial(speaker: string): void {
    if (!this.partials.peek().some((each) => each.speaker === speaker)) return;
    this.partials.value = this.partials.value.filter((each) => each.speaker !== speaker);
  }

  /** Keeps what the stream reported in the meantime. */
  takeTimeline(segments: readonly TimelineSegment[]): void {
    this.segments.value = segmentsRead(this.segments.value, segments);
  }

  /** Keeps what the stream reported in the meantime. */
  takeStory(read: readonly StreamEvent[]): void {
    const lastId = read.at(-1)?.id ?? 0;
    const events = [...read, ...this.story.value.filter(({ id }) => id > lastId)];
    this.story.value = [];
    this.rung.value = [];
    this.person.value = undefined;
    for (const event of events) this.#retell(event);
  }

  /**
   * Applies an event. If a response was ahead of the stream its state is kept, but segments and story, which come
   * from other responses, are still updated.
   * @returns whether to reread the snapshot: more has changed than the event reports.
   */
  apply(event: StreamEvent): boolean {
    this.heardAtMs.value = performance.now();
    noteServerTime(Date.parse(event.timestamp));
    const isNews = event.id > this.#snapshotId;
    if (event.type === 'audio_classified') {
      const { audio_type: type, confidence } = event.data;
      if (isNews) this.view.value = { ...this.view.value, audio_type: type as AudioType };
      const atMs = Date.parse(event.timestamp);
      this.segments.value = segmentsHearing(this.segments.value, type, confidence, atMs);
      return false;
    }
    this.#retell(event);
    if (!isNews) return false;
    if (event.type === 'queue_position') {
      const { position, wait_minutes } = event.data;
      this.view.value = {
        ...this.view.value,
        queue: { position, wait_minutes, said_at: event.timestamp },
      };
    }
    if (event.type !== 'call_status') return changingMore.includes(event.type);
    this.#statusId = event.id;
    this.#moveTo(event.data.to, Date.parse(event.timestamp));
    return true;
  }

  #retell(event: StreamEvent): void {
    if (event.type === 'audio_classified') return;
    if (event.type === 'transcript_chunk') {
      if (!event.data.is_final) return;
      this.dropPartial(event.data.speaker);
    }
    // What was read may be newer than the snapshot from which the stream begins.
    if (event.id <= (this.story.value.at(-1)?.id ?? 0)) return;
    this.story.value = [...this.story.value, event];
    const atMs = Date.parse(event.timestamp);
    if (event.type === 'human_detected' || event.type === 'person_likely') {
      const { confidence, reason, transcript_excerpt: quote } = event.data;
      const isSure = event.type === 'human_detected';
      const before = this.person.value;
      // A likely person who is confirmed is the same person, for whom devices are ringing already.
      const isSame = isSure && before?.isSure === false;
      if (!isSame) this.rung.value = [];
      this.person.value = { atMs: isSame ? before.atMs : atMs, isSure, confidence, reason, quote };
    }
    if (event.type === 'hold_resumed') this.person.value = undefined;
    this.rung.value = rungAfter(
      this.rung.value,
      event,
      (device) => this.view.value.will_ring.find(({ id }) => id === device)?.name ?? 'Your phone',
    );
  }

  #moveTo(status: CallStatus, atMs: number): void {
    const view = this.view.value;
    if (view.status === status) return;
    const late = Math.max(0, (serverTimeAt() - atMs) / 1000);
    const held = this.hold.value;
    const nowMs = performance.now();
    if (status === 'on_hold') this.hold.value = { seconds: held.seconds + late, atMs: nowMs, runs: true };
    else if (held.runs)
      this.hold.value = {
        seconds: held.seconds + (nowMs - held.atMs) / 1000 - late,
        atMs: nowMs,
        runs: false,
      };
    if (status === 'connected' && view.status !== 'connected')
      this.talk.value = { seconds: this.talk.value.seconds + late, atMs: nowMs, runs: true };
    else if (this.talk.value.runs)
      this.talk.value = { ...this.talk.value, runs: false, seconds: spent(this.talk.value) };
    this.view.value = { ...view, status };
    if (isOver(status)) {
      this.partials.value = [];
      this.total.value = { ...this.total.value, runs: false, seconds: spent(this.total.value) };
      this.#closeSegment(atMs);
    }
  }

  #closeSegment(atMs: number): void {
    this.segments.value = segmentsClosed(this.segments.value, atMs);
  }
}

/** The call's clocks in a snapshot: they run from the moment it was taken, not from its arrival. */
function spansOf(view: CallView): { hold: Span; total: Span; talk: Span } {
  const takenMs = Date.parse(view.started_at) + view.duration * 1000;
  const runs = !isOver(view.status);
  if (runs && view.status !== 'scheduled') noteServerTime(takenMs);
  const atMs = runs ? monotonicAt(takenMs) : performance.now();
  return {
    hold: { seconds: view.hold_time, atMs, runs: view.status === 'on_hold' },
    total: { seconds: view.duration, atMs, runs },
    talk: { seconds: view.talk_time, atMs, runs: view.status === 'connected' },
  };
}

function spent(span: Span): number {
  return span.runs ? span.seconds + (performance.now() - span.atMs) / 1000 : span.seconds;
}
