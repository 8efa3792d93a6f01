import type {
  Call,
  CallActivity,
  CallMode,
  ClassifiedSegment,
  PersonGrade,
  RetryPlan,
} from '../domain/call.ts';
import type { CallStatus, EndReason } from '../domain/call-status.ts';
import type { AudioClass } from '../domain/audio-class.ts';
import type { Prisma, Call as CallRow, Segment as SegmentRow } from './client/client.ts';

/** Between a call and its row; the columns of text were written by this service, hence the assertions. */

export function toCallRow(call: Call): Prisma.CallUncheckedCreateInput {
  return {
    id: call.id,
    number: call.number,
    mode: call.mode,
    intent: call.intent,
    status: call.status,
    endReason: call.endReason,
    error: call.error,
    flowId: call.flowId,
    flowStep: call.flowStep,
    flowStepActed: call.flowStepActed,
    activity: call.activity,
    target: call.target,
    deviceId: call.deviceId,
    recording: call.services.recording,
    transcription: call.services.transcription,
    startedAt: new Date(call.startedAtMs),
    retry: call.retry === null ? null : JSON.stringify(call.retry),
    redial: call.redial,
    attempt: call.attempt,
    previousCallId: call.previousCallId,
    farInvitedAt: toDate(call.farInvitedAtMs),
    answeredAt: toDate(call.answeredAtMs),
    connectedAt: toDate(call.connectedAtMs),
    endedAt: toDate(call.endedAtMs),
    holdSeconds: call.holdSeconds,
    holdSince: toDate(call.holdSinceMs),
    audioType: call.audioType,
    transcriptExcerpt: call.transcriptExcerpt,
    personGrade: call.person?.grade ?? null,
    personConfidence: call.person?.confidence ?? null,
    personReason: call.person?.reason ?? null,
  };
}

export function fromCallRow(row: CallRow): Call {
  return {
    id: row.id,
    number: row.number,
    mode: row.mode as CallMode,
    intent: row.intent,
    status: row.status as CallStatus,
    endReason: row.endReason as EndReason | null,
    error: row.error,
    flowId: row.flowId,
    flowStep: row.flowStep,
    flowStepActed: row.flowStepActed,
    activity: (row.activity as CallActivity | null) ?? activityOfStatus(row),
    target: row.target,
    deviceId: row.deviceId,
    services: { recording: row.recording, transcription: row.transcription },
    startedAtMs: row.startedAt.getTime(),
    recovering: false,
    retry: row.retry === null ? null : (JSON.parse(row.retry) as RetryPlan),
    redial: row.redial,
    attempt: row.attempt,
    previousCallId: row.previousCallId,
    farInvitedAtMs: (row.farInvitedAt ?? row.answeredAt)?.getTime() ?? null,
    answeredAtMs: row.answeredAt?.getTime() ?? null,
    connectedAtMs: row.connectedAt?.getTime() ?? null,
    endedAtMs: row.endedAt?.getTime() ?? null,
    holdSeconds: row.holdSeconds,
    holdSinceMs: row.holdSince?.getTime() ?? null,
    audioType: row.audioType as AudioClass | null,
    transcriptExcerpt: row.transcriptExcerpt,
    person:
      row.personConfidence === null
        ? null
        : {
            // Before grades were stored, a person was declared when sure.
            grade: (row.personGrade as PersonGrade | null) ?? 'sure',
            confidence: row.personConfidence,
            reason: row.personReason ?? '',
          },
  };
}

/** For a call that was under way when the service was updated from a version that did not store its activity. */
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

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
