import * as assert from 'uvu/assert';
import type { Json } from './http-client.ts';

/** What every view and event must look like: the fields of the specification and the documented additions, no others. */

export type Check = (value: unknown) => boolean;
export type Shape = Record<string, Check>;

export const isText: Check = (value) => typeof value === 'string';
export const isFilled: Check = (value) => typeof value === 'string' && value !== '';
export const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
export const isSeconds: Check = (value) => isNumber(value) && (value as number) >= 0;
export const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
export const isFraction: Check = (value) => isSeconds(value) && (value as number) <= 1;
export const isInstant: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
export const isNumbers: Check = (value) =>
  typeof value === 'object' && value !== null && Object.values(value).every(isNumber);
export const isE164: Check = (value) => typeof value === 'string' && /^\+[1-9]\d{6,14}$/.test(value);

export function isId(prefix: string): Check {
  return (value) => typeof value === 'string' && new RegExp(`^${prefix}_[A-Za-z0-9_-]{10,}$`).test(value);
}

export function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

export function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

export function listOf(inner: Check | Shape): Check {
  return (value) =>
    Array.isArray(value) &&
    value.every((item) => (typeof inner === 'function' ? inner(item) : faultsOf(item, inner).length === 0));
}

export function object(shape: Shape): Check {
  return (value) => faultsOf(value, shape).length === 0;
}

export function assertShape(value: unknown, shape: Shape, what: string): asserts value is Json {
  const faults = faultsOf(value, shape);
  assert.equal(faults, [], `${what}: ${JSON.stringify(value).slice(0, 600)}`);
}

function faultsOf(value: unknown, shape: Shape): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['is no object'];
  const object = value as Json;
  const faults: string[] = [];
  for (const [name, check] of Object.entries(shape))
    if (!(name in object)) faults.push(`${name} is missing`);
    else if (!check(object[name])) faults.push(`${name} is ${JSON.stringify(object[name])}`);
  for (const name of Object.keys(object)) if (!(name in shape)) faults.push(`${name} is unknown`);
  return faults;
}

export const statuses = [
  'scheduled',
  'trying',
  'ringing',
  'navigating',
  'on_hold',
  'human_detected',
  'transferring',
  'connected',
  'ended',
  'failed',
];
const endReasons = [
  'hangup_owner',
  'hangup_remote',
  'hangup_api',
  'cancelled',
  'trial_complete',
  'busy',
  'no_answer',
  'rejected',
  'unreachable',
  'invalid_number',
  'hold_timeout',
  'max_duration',
  'device_unavailable',
  'person_gone',
  'refused',
  'too_late',
  'flow_failed',
  'gateway_error',
  'shutdown',
];
const isMode = oneOf('direct', 'hold_slayer', 'ai_assisted');
const isStatus = oneOf(...statuses);
const isEndReason = orNull(oneOf(...endReasons));

export const placedCall: Shape = {
  call_id: isId('call'),
  status: isStatus,
  number: isE164,
  mode: isMode,
  started_at: isInstant,
};

const callSummary: Shape = {
  ...placedCall,
  company: isText,
  intent: isText,
  duration: isSeconds,
  hold_time: isSeconds,
  talk_time: isSeconds,
  connected_at: orNull(isInstant),
  ended_at: orNull(isInstant),
  end_reason: isEndReason,
  device_name: orNull(isFilled),
  has_recording: isFlag,
};

export const listedCall: Shape = { ...callSummary, strip: listOf(Array.isArray) };

export const callView: Shape = {
  ...placedCall,
  event_id: isCount,
  recovering: isFlag,
  duration: isSeconds,
  hold_time: isSeconds,
  hold_since: orNull(isInstant),
  talk_time: isSeconds,
  audio_type: isFilled,
  transcript_excerpt: isText,
  person: orNull(
    object({ grade: oneOf('likely', 'sure'), confidence: isFraction, reason: isText, at: isInstant }),
  ),
  classification_history: listOf({ timestamp: isCount, type: isFilled, confidence: isFraction }),
  services: object({ recording: isFlag, transcription: isFlag }),
  intent: isText,
  company: isText,
  note: isText,
  facts: listOf({ label: isFilled, value: isFilled }),
  edit_tag: isFilled,
  flow: orNull(
    object({
      id: isFilled,
      name: isFilled,
      step: orNull(isFilled),
      index: orNull(isCount),
      count: isCount,
    }),
  ),
  queue: oneOf(null),
  summary: oneOf(null),
  will_ring: listOf({
    id: isFilled,
    name: isFilled,
    is_online: isFlag,
    can_wake: isFlag,
    stands_in: isFlag,
  }),
  recording: oneOf(null),
  device_name: orNull(isFilled),
  call_flow_id: orNull(isFilled),
  device: orNull(isFilled),
  retry: orNull(object({ on: listOf(isFilled), times: isCount, minutes: isCount })),
  redial: isFlag,
  attempt: isCount,
  previous_call_id: orNull(isFilled),
  answered_at: orNull(isInstant),
  connected_at: orNull(isInstant),
  ended_at: orNull(isInstant),
  end_reason: isEndReason,
  error: orNull(isText),
};

const flowSummary: Shape = {
  id: isFilled,
  name: isFilled,
  company: isText,
  phone_number: isE164,
  step_count: isCount,
  success_count: isCount,
  fail_count: isCount,
  tags: listOf(isFilled),
  last_run_at: orNull(isInstant),
};

export const listedFlow: Shape = { ...flowSummary, outline: Array.isArray };

export const flowView: Shape = {
  ...flowSummary,
  steps: Array.isArray,
  description: isText,
  version: isCount,
  created_at: isInstant,
  updated_at: isInstant,
};

export const deviceView: Shape = {
  id: isId('dev'),
  name: isFilled,
  type: oneOf('sip_phone', 'softphone', 'webrtc', 'external'),
  sip_uri: isFilled,
  is_online: isFlag,
  can_wake: isFlag,
  priority: isCount,
  capabilities: listOf(isFilled),
  confirm_answer: isFlag,
  last_online_at: orNull(isInstant),
  created_at: isInstant,
  updated_at: isInstant,
};

export const deletion = (id: string): Shape => ({ id: oneOf(id), deleted: oneOf(true) });
