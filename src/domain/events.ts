import type { CallStatus } from './call-status.ts';
import type { CallMode } from './call.ts';
import type { CallSummaryView } from './call-summary.ts';
import type { Step } from './flow.ts';

/** Who or what is speaking. */
export const transcriptKinds = ['menu', 'announcement', 'person', 'owner'] as const;
export type TranscriptKind = (typeof transcriptKinds)[number];

/** `data` of every event type. Names and fields of the first sixteen are the specification's; the others are additions. */
export interface EventData {
  call_started: { number: string; mode: CallMode; intent: string };
  call_ringing: { number: string };
  call_connected: { number: string; duration: number };
  call_ended: { number: string; duration: number; reason: string };
  call_failed: { number: string; error: string; reason: string };
  hold_detected: { audio_type: string; confidence: number; hold_duration: number };
  human_detected: { confidence: number; transcript_excerpt: string; reason: string };
  transfer_started: { device: string; from_call_id: string };
  transfer_complete: { device: string; bridge_id: string };
  ivr_step: { step_id: string; step_type: string; description: string };
  ivr_dtmf_sent: { digits: string; step_id: string };
  /** `options`: for people to read; `choices`: the same as parsed, `text` in lower case without accents. */
  ivr_menu_detected: {
    transcript: string;
    options: string[];
    choices: { digits: string; text: string }[];
  };
  /** `start`: seconds since the call began. */
  audio_classified: {
    audio_type: string;
    confidence: number;
    start: number;
    features: Record<string, number>;
  };
  /**
   * `start`, `end`: seconds since the call began. A repeated sentence is reported twice: when it is first heard, and with `times_heard`
   * when that part of the call is over.
   */
  transcript_chunk: {
    text: string;
    speaker: string;
    is_final: boolean;
    start?: number;
    end?: number;
    kind?: TranscriptKind;
    times_heard?: number;
  };
  recording_started: { recording_id: string; path: string };
  /** `path` is '' when nothing could be saved; `fault`: why part of it is missing. */
  recording_stopped: {
    recording_id: string;
    path: string;
    duration: number;
    file_size: number;
    fault: string | null;
  };

  call_status: { from: CallStatus | ''; to: CallStatus };
  /** Enough to ring; `human_detected` follows once it is sure or the owner answers, `hold_resumed` if it is taken back. */
  person_likely: { confidence: number; transcript_excerpt: string; reason: string };
  greeting_started: { sound: string };
  /** A voice that may be a person's fell silent on hold and is asked to wait: what follows decides. */
  asked_back: { sound: string; reason: string };
  /** `next`: the name of the device that rings after it, if it is not answered; null for none. */
  device_ringing: { device: string; name: string; ring_seconds: number; next: string | null };
  device_failed: { device: string; name: string; reason: string };
  /** It was answered and is asked to press 1 within `wait_seconds`: see `confirm_answer` of the device. */
  device_asked: { device: string; name: string; wait_seconds: number };
  /** A sleeping browser is asked by push to open its page; it is rung if it is online within `wait_seconds`. */
  device_waking: { device: string; name: string; wait_seconds: number };
  hold_resumed: { reason: string };
  /** The owner changed the note or the facts of the call, or whom it will ring. */
  call_edited: { fields: ('note' | 'facts' | 'will_ring')[] };
  /** The owner said whether an event that reported a person was right; null withdraws that. */
  person_labelled: { event_id: number; person: boolean | null };
  device_online: { device: string; name: string };
  device_offline: { device: string; name: string };
  /** Asterisk or the trunk became available or unavailable; `trunk` is null while unknown, or when there is none. */
  gateway_status: { asterisk: boolean; trunk: boolean | null };
  recording_deleted: { recording_id: string; reason: string };
  /**
   * `fact`: label of the call's fact that the digits come from, which are then not shown; '' for a choice. `sound`: how the menu sounded,
   * for the `sound` of a LISTEN step; '' if that is not known.
   */
  menu_option_chosen: { digits: string; reason: string; fact: string; sound?: string };
  /** A menu asks for what only the owner knows: the call waits for the owner's digits. `end_key` ('#', '*' or '') must follow a number. */
  menu_needs_owner: { reason: string; transcript: string; end_key?: string };
  /** Announced in the queue; null for what was not said. */
  queue_position: { position: number | null; wait_minutes: number | null };
  /** The far end offers to call back; `digits`: the key that requests it, null if none was named. */
  callback_offered: { digits: string | null; transcript: string };
  /** Nobody answered: a voicemail takes a message, or says that it cannot. */
  voicemail_detected: { transcript: string };
  /** What a step was about to send may or may not have been sent; it is not sent again. */
  ivr_step_uncertain: { step_id: string; reason: string };
  /** A call that left its flow reached somebody: the corrected flow. `POST /calls/{id}/learned-flow` stores it; secret digits are masked. */
  flow_proposed: { flow_id: string; failed_step: string; steps: Step[] };
  /** The route that the call found was stored as this call flow. */
  flow_learned: { flow_id: string; name: string };
  /** The call will be placed again, as a new call. */
  call_retry_scheduled: { next_call_id: string; at: string; reason: string; attempt: number };
  /** A chat service summarised the transcript after the call. */
  call_summarised: { summary: CallSummaryView };
  /** A requested service is not available in this call. */
  service_unavailable: { service: 'recording' | 'transcription' | 'speech' | 'detection'; reason: string };
}
export type EventType = keyof EventData;

/** Every type, in the specification's order; `satisfies` keeps it complete. */
const known = {
  call_started: true,
  call_ringing: true,
  call_connected: true,
  call_ended: true,
  call_failed: true,
  hold_detected: true,
  human_detected: true,
  transfer_started: true,
  transfer_complete: true,
  ivr_step: true,
  ivr_dtmf_sent: true,
  ivr_menu_detected: true,
  audio_classified: true,
  transcript_chunk: true,
  recording_started: true,
  recording_stopped: true,
  call_status: true,
  person_likely: true,
  greeting_started: true,
  asked_back: true,
  device_ringing: true,
  device_failed: true,
  device_asked: true,
  device_waking: true,
  hold_resumed: true,
  call_edited: true,
  person_labelled: true,
  device_online: true,
  device_offline: true,
  gateway_status: true,
  recording_deleted: true,
  menu_option_chosen: true,
  menu_needs_owner: true,
  queue_position: true,
  callback_offered: true,
  voicemail_detected: true,
  ivr_step_uncertain: true,
  flow_proposed: true,
  flow_learned: true,
  call_retry_scheduled: true,
  call_summarised: true,
  service_unavailable: true,
} satisfies Record<EventType, true>;
export const eventTypes = Object.keys(known) as EventType[];

/** An event before it is stored. `callId` is '' for events that belong to no call (devices). */
export type NewEvent = {
  [T in EventType]: { type: T; callId: string; atMs: number; data: EventData[T] };
}[EventType];

/** A stored event; `id` always increases, and `since` replays from it. */
export type StoredEvent = NewEvent & { id: number };
