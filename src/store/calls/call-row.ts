import type {
  Call,
  CallActivity,
  CallFact,
  CallMode,
  ClassifiedSegment,
  PersonGrade,
  QueuePlace,
  RetryPlan,
  RingChoice,
  WayBack,
} from '../../domain/call.ts';
import type { CallStatus, EndReason } from '../../domain/call-status.ts';
import type { CallSummary } from '../../domain/call-summary.ts';
import type { Scope } from '../../domain/scope.ts';
import type { AudioClass } from '../../domain/audio-class.ts';
import type { Prisma, Call as CallRow, Segment as SegmentRow } from '../client/client.ts';
import { dateOrNull } from '../database/database-time.ts';

/** Maps between a call and its row. The text columns were written by this service, hence the type assertions. */

export function toCallRow(call: Call): Prisma.CallUncheckedCreateInput {
  return {
    id: call.id,
    number: call.number,
    mode: call.mode,
    intent: call.intent,
    company: call.company,
    note: call.note,
    facts: JSON.stringify(call.facts),
    status: call.status,
    endReason: call.endReason,
    error: call.error,
    flowId: call.flowId,
    flowStep: call.flowStep,
    flowStepActed: call.flowStepActed,
    activity: call.activity,
    requestedDevice: call.requestedDevice,
    wayBack: call.wayBack,
    chosen: call.chosen === null ? null : JSON.stringify(call.chosen),
    transfer: call.transfer === null ? null : JSON.stringify(call.transfer),
    deviceId: call.deviceId,
    deviceName: call.deviceName,
    recording: call.services.recording,
    transcription: call.services.transcription,
    startedAt: new Date(call.startedAtMs),
    retry: call.retry === null ? null : JSON.stringify(call.retry),
    redial: call.redial,
    attempt: call.attempt,
    redials: call.redials,
    placedWith: call.placedWith,
    previousCallId: call.previousCallId,
    farInvitedAt: dateOrNull(call.farInvitedAtMs),
    answeredAt: dateOrNull(call.answeredAtMs),
    connectedAt: dateOrNull(call.connectedAtMs),
    endedAt: dateOrNull(call.endedAtMs),
    holdSeconds: call.holdSeconds,
    holdSince: dateOrNull(call.holdSinceMs),
    talkSeconds: call.talkSeconds,
    talkSince: dateOrNull(call.talkSinceMs),
    talkSecondsBefore: call.talkSecondsBefore,
    audioType: call.audioType,
    transcriptExcerpt: call.transcriptExcerpt,
    personGrade: call.person?.grade ?? null,
    personConfidence: call.person?.confidence ?? null,
    personReason: call.person?.reason ?? null,
    personAt: dateOrNull(call.person?.atMs ?? null),
    waitingPerson: call.waitingPerson,
    missedPerson: call.missedPerson,
    heardHoldMusic: call.heardHoldMusic,
    queue: call.queue === null ? null : JSON.stringify(call.queue),
    summary: call.summary === null ? null : JSON.stringify(call.summary),
    summaryDue: call.summaryDue,
    searchText: searchTextOf(call),
  };
}

export function fromCallRow(row: CallRow): Call {
  return {
    id: row.id,
    number: row.number,
    mode: row.mode as CallMode,
    intent: row.intent,
    company: row.company,
    note: row.note,
    facts: JSON.parse(row.facts) as CallFact[],
    status: row.status as CallStatus,
    endReason: row.endReason as EndReason | null,
    error: row.error,
    flowId: row.flowId,
    flowStep: row.flowStep,
    flowStepActed: row.flowStepActed,
    activity: (row.activity as CallActivity | null) ?? activityOfStatus(row),
    requestedDevice: row.requestedDevice,
    wayBack: row.wayBack as WayBack,
    chosen: row.chosen === null ? null : (JSON.parse(row.chosen) as RingChoice),
    transfer: row.transfer === null ? null : (JSON.parse(row.transfer) as RingChoice),
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    services: { recording: row.recording, transcription: row.transcription },
    startedAtMs: row.startedAt.getTime(),
    recovering: false,
    retry: row.retry === null ? null : (JSON.parse(row.retry) as RetryPlan),
    redial: row.redial,
    attempt: row.attempt,
    redials: row.redials,
    placedWith: row.placedWith as Scope,
    previousCallId: row.previousCallId,
    farInvitedAtMs: (row.farInvitedAt ?? row.answeredAt)?.getTime() ?? null,
    answeredAtMs: row.answeredAt?.getTime() ?? null,
    connectedAtMs: row.connectedAt?.getTime() ?? null,
    endedAtMs: row.endedAt?.getTime() ?? null,
    holdSeconds: row.holdSeconds,
    holdSinceMs: row.holdSince?.getTime() ?? null,
    talkSeconds: row.talkSeconds,
    talkSinceMs: row.talkSince?.getTime() ?? null,
    talkSecondsBefore: row.talkSecondsBefore,
    audioType: row.audioType as AudioClass | null,
    transcriptExcerpt: row.transcriptExcerpt,
    person:
      row.personConfidence === null
        ? null
        : {
            // Before grades were stored, a person was declared only when certain.
            grade: (row.personGrade as PersonGrade | null) ?? 'sure',
            confidence: row.personConfidence,
            reason: row.personReason ?? '',
            atMs: (row.personAt ?? row.startedAt).getTime(),
          },
    waitingPerson: row.waitingPerson as PersonGrade | null,
    missedPerson: row.missedPerson,
    heardHoldMusic: row.heardHoldMusic,
    queue: row.queue === null ? null : (JSON.parse(row.queue) as QueuePlace),
    summary: row.summary === null ? null : (JSON.parse(row.summary) as CallSummary),
    summaryDue: row.summaryDue,
  };
}

/** For a call in progress during an update from a version that did not store the activity. */
function activityOfStatus({ status, mode, flowId }: CallRow): CallActivity {
  if (status === 'human_detected' || status === 'transferring') return 'ring';
  if (status === 'connected') return 'talk';
  if (mode !== 'hold_slayer') return 'connect_directly';
  if (status === 'trying' || status === 'ringing') return 'reach_far_end';
  return flowId === null ? 'hold' : 'work_menu';
}

export function toSegmentRow(callId: string, segment: ClassifiedSegment): Prisma.SegmentUncheckedCreateInput {
  return {
    callId,
    from: new Date(segment.fromMs),
    startSeconds: segment.startSeconds,
    endSeconds: segment.endSeconds,
    audioClass: segment.audioClass,
    confidence: segment.confidence,
  };
}

export function fromSegmentRow(row: SegmentRow): ClassifiedSegment {
  return {
    fromMs: row.from.getTime(),
    startSeconds: row.startSeconds,
    endSeconds: row.endSeconds,
    audioClass: row.audioClass as AudioClass,
    confidence: row.confidence,
  };
}

/** The text the owner can search a call by; `foldSearch` folds queries the same way. */
function searchTextOf({ number, company, intent, note, facts }: Call): string {
  const kept = facts.map(({ label, value }) => `${label} ${value}`);
  return foldSearch([number, company, intent, note, ...kept].join('\n'));
}

/** Ignores letter case and how accents are composed. */
export function foldSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
