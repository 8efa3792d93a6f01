import type { EventData, EventType } from '../../domain/events.ts';
import type { Answer } from './client.ts';

/** Short names for the API's responses. */

export type CallView = Answer<'get', '/api/v1/calls/{call_id}'>;
export type CallPage = Answer<'get', '/api/v1/calls'>;
export type CallSummary = CallPage['calls'][number];
export type CallStatus = CallView['status'];
export type AudioType = CallView['audio_type'];
export type CallMode = CallView['mode'];
export type EndReason = NonNullable<CallView['end_reason']>;
export type TimelineSegment = Answer<'get', '/api/v1/calls/{call_id}/timeline'>['segments'][number];
export type TranscriptChunk = Answer<'get', '/api/v1/calls/{call_id}/transcript'>['chunks'][number];
/** What was agreed in a call, in short. */
export type TalkSummary = NonNullable<CallView['summary']>;
export type Recording = Answer<'get', '/api/v1/recordings'>['recordings'][number];
export type Peaks = Answer<'get', '/api/v1/recordings/{recording_id}/peaks'>;
export type Device = Answer<'get', '/api/v1/devices'>['devices'][number];
export type RingStrategy = Answer<'get', '/api/v1/system'>['ring_strategy'];
export type HoldStatistics = Answer<'get', '/api/v1/stats/holds'>;
export type CompanyWaits = HoldStatistics['by_company'][number];
export type HourWait = HoldStatistics['by_hour'][number];
export type FlowSummary = Answer<'get', '/api/v1/call-flows'>['flows'][number];
export type Flow = Answer<'get', '/api/v1/call-flows/{flow_id}'>;

export type FlowFault = Answer<'post', '/api/v1/call-flows/check'>['faults'][number];
export type FlowRun = Answer<'get', '/api/v1/call-flows/{flow_id}/runs'>['runs'][number];

/** A message of `/ws/events`; OpenAPI does not type these, so the server's own declaration is used. */
export type StreamEvent = {
  [T in EventType]: { id: number; type: T; call_id: string; timestamp: string; data: EventData[T] };
}[EventType];
export interface ResetMessage {
  type: 'reset';
  data: { since: number; oldest: number; newest: number };
}
export type { EventData, EventType };
