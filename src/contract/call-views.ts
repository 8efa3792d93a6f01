import {
  type Call,
  type ClassifiedSegment,
  durationSeconds,
  holdSecondsUntil,
  talkSecondsUntil,
} from '../domain/call.ts';
import type { CallPage, CallSnapshot, ListedCall } from '../calls/desk.ts';
import { labelsOf } from '../calls/person-labels.ts';
import { viewSummary } from '../domain/call-summary.ts';
import { editTags } from './edit-tags.ts';
import { stripOf } from '../domain/strip.ts';
import type { StoredEvent } from '../domain/events.ts';
import { transcriptLines } from '../domain/transcript.ts';

/** How a call is shown, in the same way by REST, MCP and the dashboard. */

export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms);
}

/** Seconds to the millisecond, a confidence to the thousandth: more would claim precision that nothing here has. */
export function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function toThousandthsOrNull(value: number | null): number | null {
  return value === null ? null : toThousandths(value);
}

export function viewCall(snapshot: CallSnapshot, nowMs: number) {
  const { call, segments, flow } = snapshot;
  return {
    call_id: call.id,
    event_id: snapshot.eventId,
    status: call.status,
    recovering: call.recovering,
    number: call.number,
    mode: call.mode,
    duration: toThousandths(durationSeconds(call, nowMs)),
    hold_time: toThousandths(holdSecondsUntil(call, nowMs)),
    hold_since: toIsoOrNull(call.holdSinceMs),
    talk_time: toThousandths(talkSecondsUntil(call, nowMs)),
    audio_type: call.audioType ?? 'unknown',
    transcript_excerpt: call.transcriptExcerpt,
    classification_history: segments.map((segment) => ({
      timestamp: Math.floor(segment.fromMs / 1000),
      type: segment.audioClass,
      confidence: toThousandths(segment.confidence),
    })),
    services: { recording: call.services.recording, transcription: call.services.transcription },
    intent: call.intent,
    company: call.company,
    note: call.note,
    facts: call.facts,
    edit_tag: editTags.call(call),
    person: call.person && {
      grade: call.person.grade,
      confidence: toThousandths(call.person.confidence),
      reason: call.person.reason,
      at: toIso(call.person.atMs),
    },
    call_flow_id: call.flowId,
    flow,
    queue: call.queue && {
      position: call.queue.position,
      wait_minutes: call.queue.waitMinutes,
      said_at: toIso(call.queue.saidAtMs),
    },
    summary: call.summary && viewSummary(call.summary),
    will_ring: snapshot.willRing.map(({ id, name, isOnline, canWake, standsIn }) => ({
      id,
      name,
      is_online: isOnline,
      can_wake: canWake,
      stands_in: standsIn,
    })),
    recording: snapshot.recording && {
      id: snapshot.recording.id,
      duration: toThousandths(snapshot.recording.seconds),
      file_size: snapshot.recording.fileBytes,
      expires_at: toIsoOrNull(snapshot.recording.expiresAtMs),
    },
    device: call.deviceId,
    device_name: snapshot.deviceName,
    started_at: toIso(call.startedAtMs),
    retry: call.retry,
    redial: call.redial,
    attempt: call.attempt,
    previous_call_id: call.previousCallId,
    answered_at: toIsoOrNull(call.answeredAtMs),
    connected_at: toIsoOrNull(call.connectedAtMs),
    ended_at: toIsoOrNull(call.endedAtMs),
    end_reason: call.endReason,
    error: call.error,
  };
}

export function viewOutbound(call: Call) {
  return {
    call_id: call.id,
    status: call.status,
    number: call.number,
    mode: call.mode,
    started_at: toIso(call.startedAtMs),
  };
}

export function viewCallPage(page: CallPage, nowMs: number) {
  return {
    ...viewCallPageText(page, nowMs),
    calls: page.calls.map((listed) => ({
      ...summarise(listed, nowMs),
      strip: stripOf(listed.heard, durationSeconds(listed.call, nowMs)).map(
        ([type, start, end]) => [type, toThousandths(start), toThousandths(end)] as const,
      ),
    })),
  };
}

/** Without what is for drawing. */
export function viewCallPageText(page: CallPage, nowMs: number) {
  return {
    event_id: page.eventId,
    calls: page.calls.map((listed) => summarise(listed, nowMs)),
    total: page.total,
    next_cursor: page.nextCursor,
  };
}

function summarise({ call, deviceName, isRecorded }: ListedCall, nowMs: number) {
  return {
    call_id: call.id,
    status: call.status,
    number: call.number,
    company: call.company,
    intent: call.intent,
    duration: toThousandths(durationSeconds(call, nowMs)),
    hold_time: toThousandths(holdSecondsUntil(call, nowMs)),
    talk_time: toThousandths(talkSecondsUntil(call, nowMs)),
    mode: call.mode,
    started_at: toIso(call.startedAtMs),
    connected_at: toIsoOrNull(call.connectedAtMs),
    ended_at: toIsoOrNull(call.endedAtMs),
    end_reason: call.endReason,
    device_name: deviceName,
    has_recording: isRecorded,
  };
}

/** @param events of the call; those that reported a person are shown, with what the owner said about them. */
export function viewTimeline(
  callId: string,
  segments: readonly ClassifiedSegment[],
  events: readonly StoredEvent[],
) {
  const labels = labelsOf(events);
  return {
    call_id: callId,
    moments: events.flatMap((event) =>
      event.type === 'person_likely' || event.type === 'human_detected' || event.type === 'hold_resumed'
        ? [
            {
              type: event.type,
              at: toIso(event.atMs),
              reason: event.data.reason,
              event_id: event.id,
              person: labels.get(event.id) ?? null,
            },
          ]
        : [],
    ),
    segments: segments.map((segment) => ({
      type: segment.audioClass,
      confidence: toThousandths(segment.confidence),
      from: toIso(segment.fromMs),
      start: toThousandths(segment.startSeconds),
      end: toThousandthsOrNull(segment.endSeconds),
    })),
  };
}

export function viewTranscript(callId: string, events: readonly StoredEvent[]) {
  const lines = transcriptLines(events);
  const chunks = lines.map(({ atMs, speaker, text, start, end, kind, timesHeard }) => ({
    timestamp: toIso(atMs),
    speaker,
    text,
    start: toThousandthsOrNull(start),
    end: toThousandthsOrNull(end),
    kind,
    times_heard: timesHeard,
  }));
  return { call_id: callId, text: lines.map(({ text }) => text).join('\n'), chunks };
}
