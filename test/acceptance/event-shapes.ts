import * as assert from 'uvu/assert';
import type { EventMessage } from '../../rig/gateway-client.ts';
import type { Shape } from './shapes.ts';
import {
  assertShape,
  isCount,
  isE164,
  isFilled,
  isFlag,
  isFraction,
  isInstant,
  isNumbers,
  orNull,
  isSeconds,
  isText,
  listOf,
  object,
  oneOf,
  statuses,
} from './shapes.ts';

/** `data` of every event type: the sixteen of the specification, then the additions. */
export const eventData: Record<string, Shape> = {
  call_started: { number: isE164, mode: isFilled, intent: isText },
  call_ringing: { number: isE164 },
  call_connected: { number: isE164, duration: isSeconds },
  call_ended: { number: isE164, duration: isSeconds, reason: isFilled },
  call_failed: { number: isE164, error: isText, reason: isFilled },
  hold_detected: { audio_type: isFilled, confidence: isFraction, hold_duration: isSeconds },
  human_detected: { confidence: isFraction, transcript_excerpt: isText, reason: isFilled },
  transfer_started: { device: isFilled, from_call_id: isFilled },
  transfer_complete: { device: isFilled, bridge_id: isFilled },
  ivr_step: { step_id: isFilled, step_type: isFilled, description: isText },
  ivr_dtmf_sent: { digits: isFilled, step_id: isText },
  ivr_menu_detected: {
    transcript: isText,
    options: listOf(isFilled),
    choices: (choices) => Array.isArray(choices),
  },
  audio_classified: { audio_type: isFilled, confidence: isFraction, start: isSeconds, features: isNumbers },
  transcript_chunk: {
    text: isText,
    speaker: isText,
    is_final: isFlag,
    start: isSeconds,
    end: isSeconds,
    kind: oneOf('menu', 'announcement', 'person', 'owner'),
    times_heard: isCount,
  },
  recording_started: { recording_id: isFilled, path: isFilled },
  recording_stopped: {
    recording_id: isFilled,
    path: isText,
    duration: isSeconds,
    file_size: isCount,
    fault: orNull(isFilled),
  },
  recording_deleted: { recording_id: isFilled, reason: isFilled },

  call_status: { from: oneOf('', ...statuses), to: oneOf(...statuses) },
  person_likely: { confidence: isFraction, transcript_excerpt: isText, reason: isFilled },
  greeting_started: { sound: isFilled },
  asked_back: { sound: isFilled, reason: isFilled },
  device_ringing: { device: isFilled, name: isFilled, ring_seconds: isSeconds, next: orNull(isFilled) },
  person_labelled: { event_id: isCount, person: orNull(isFlag) },
  call_edited: { fields: listOf(oneOf('note', 'facts', 'will_ring')) },
  device_failed: { device: isText, name: isText, reason: isFilled },
  device_asked: { device: isFilled, name: isFilled, wait_seconds: isSeconds },
  device_waking: { device: isFilled, name: isFilled, wait_seconds: isSeconds },
  hold_resumed: { reason: isFilled },
  device_online: { device: isFilled, name: isFilled },
  device_offline: { device: isFilled, name: isFilled },
  gateway_status: { asterisk: isFlag, trunk: orNull(isFlag) },
  menu_option_chosen: { digits: isFilled, reason: isFilled, fact: isText, sound: isText },
  menu_needs_owner: { reason: isFilled, transcript: isText, end_key: oneOf('', '*', '#') },
  queue_position: { position: orNull(isCount), wait_minutes: orNull(isSeconds) },
  callback_offered: { digits: orNull(isFilled), transcript: isFilled },
  voicemail_detected: { transcript: isFilled },
  ivr_step_uncertain: { step_id: isFilled, reason: isFilled },
  flow_proposed: { flow_id: isFilled, failed_step: isFilled, steps: Array.isArray },
  flow_learned: { flow_id: isFilled, name: isFilled },
  call_retry_scheduled: { next_call_id: isFilled, at: isInstant, reason: isFilled, attempt: isCount },
  call_summarised: {
    summary: object({
      who: orNull(isFilled),
      agreed: orNull(isFilled),
      references: listOf(isFilled),
      to_do: listOf(isFilled),
      at: isInstant,
    }),
  },
  service_unavailable: { service: oneOf('recording', 'transcription', 'speech'), reason: isFilled },
};

/** The envelope and the data of each event, and that ids grow while time does not go back within a call. */
export function assertEvents(events: readonly EventMessage[], what: string): void {
  let before: EventMessage | undefined;
  for (const event of events) {
    assertShape(
      event,
      {
        id: (id) => isCount(id) && Number(id) > 0,
        type: oneOf(...Object.keys(eventData)),
        call_id: isText,
        timestamp: isInstant,
        data: () => true,
      },
      what,
    );
    assertShape(event.data, eventData[event.type] ?? {}, `${what}, ${event.type}`);
    if (before !== undefined) assert.ok(event.id > before.id, `${what}: ${event.id} after ${before.id}`);
    before = event;
  }
}

/** Each status change of a call starts from the previous status. */
export function assertStatusChain(events: readonly EventMessage[]): void {
  const changes = events.filter(({ type }) => type === 'call_status').map(({ data }) => data);
  let status: unknown = '';
  for (const { from, to } of changes) {
    assert.is(from, status);
    status = to;
  }
}
