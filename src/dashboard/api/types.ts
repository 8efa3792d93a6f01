import type { EventData, EventType } from '../../domain/events.ts';
import type { Answer } from './client.ts';

/** Short names for what the API answers. */

/** Fields that an older gateway does not say; the page leaves their places empty. */
interface CallDetails {
  company?: string;
  note?: string;
  facts?: { label: string; value: string }[];
  device_name?: string | null;
  flow?: { id: string; name: string; step: string | null; index: number | null; count: number } | null;
  queue?: { position: number; said_at: string } | null;
  will_ring?: { id: string; name: string; is_online: boolean }[];
}
export type CallView = Answer<'get', '/api/v1/calls/{call_id}'> & CallDetails;
export type CallPage = Answer<'get', '/api/v1/calls'>;
interface SummaryDetails {
  company?: string;
  intent?: string;
  connected_at?: string | null;
  strip?: [AudioType, number, number][];
}
export type CallSummary = CallPage['calls'][number] & SummaryDetails;
export type CallStatus = CallView['status'];
export type AudioType = CallView['audio_type'];
export type CallMode = CallView['mode'];
export type EndReason = NonNullable<CallView['end_reason']>;
export type TimelineSegment = Answer<'get', '/api/v1/calls/{call_id}/timeline'>['segments'][number];
export type TranscriptChunk = Answer<'get', '/api/v1/calls/{call_id}/transcript'>['chunks'][number];
export type Device = Answer<'get', '/api/v1/devices'>['devices'][number];
export type FlowSummary = Answer<'get', '/api/v1/call-flows'>['flows'][number];
export type Flow = Answer<'get', '/api/v1/call-flows/{flow_id}'>;

/** A message of `/ws/events`; the description of the API does not type these, so their one declaration does. */
export type StreamEvent = {
  [T in EventType]: { id: number; type: T; call_id: string; timestamp: string; data: EventData[T] };
}[EventType];
export interface ResetMessage {
  type: 'reset';
  data: { since: number; oldest: number; newest: number };
}
export type { EventData, EventType };
