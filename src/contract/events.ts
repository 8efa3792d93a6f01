import Joi from 'joi';
import type { CallPartial, CallPulse } from '../calls/desk.ts';
import { type EventType, eventTypes, type StoredEvent } from '../domain/events.ts';
import { AppError } from '../domain/errors.ts';
import { toIso, toThousandths } from './call-views.ts';
import { timestamp } from './values.ts';

const eventView = Joi.object({
  id: Joi.number().integer().min(1).required().description('increases; replay with since'),
  type: Joi.string()
    .valid(...eventTypes)
    .required(),
  call_id: Joi.string().allow('').required().description('empty for events that belong to no call'),
  timestamp: timestamp().required(),
  data: Joi.object().unknown().required().description('the fields depend on the type'),
});

export const eventListView = Joi.object({
  events: Joi.array().items(eventView).required(),
  next_since: Joi.number().integer().min(0).required().description('since for the next page'),
});

/** The query of `/ws/events`. */
export const streamQuery = Joi.object({
  call_id: Joi.string().max(100),
  types: Joi.string().max(2000).allow(''),
  since: Joi.number().integer().min(0),
  pulse: Joi.string().valid('0', '1'),
  partials: Joi.string().valid('0', '1'),
});
export interface StreamQuery {
  pulse?: '0' | '1';
  partials?: '0' | '1';
  call_id?: string;
  types?: string;
  since?: number;
}

/** Has no id: it is not stored, and is out of date a moment later. */
export function viewPulse(
  { callId, levelDb, audioType, confidence, person, holdSeconds }: CallPulse,
  nowMs: number,
) {
  return {
    type: 'call_pulse',
    call_id: callId,
    timestamp: toIso(nowMs),
    data: {
      level_db: Math.round(levelDb * 10) / 10,
      audio_type: audioType,
      confidence: toThousandths(confidence),
      person: toThousandths(person),
      hold_time: toThousandths(holdSeconds),
    },
  };
}

/** Has no id: the same side's next one replaces it, or the `transcript_chunk` of the sentence. */
export function viewPartial({ callId, text, speaker, start, kind }: CallPartial, nowMs: number) {
  return {
    type: 'transcript_partial',
    call_id: callId,
    timestamp: toIso(nowMs),
    data: rounded({ text, speaker, start, kind }),
  };
}

function rounded(data: object): object {
  const entries = Object.entries(data) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? toThousandths(value) : value]),
  );
}

export function viewEvent(event: StoredEvent) {
  return {
    id: event.id,
    type: event.type,
    call_id: event.callId,
    timestamp: toIso(event.atMs),
    data: rounded(event.data),
  };
}

/** Comma-separated names. @throws AppError `invalid`, naming the known ones. */
export function parseEventTypes(text: string | undefined): EventType[] | undefined {
  if (text === undefined) return undefined;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of names) {
    if (!(eventTypes as string[]).includes(name))
      throw new AppError(
        'invalid',
        `"types": ${JSON.stringify(name)} is not an event type; known are ${eventTypes.join(', ')}`,
      );
  }
  return names.length === 0 ? undefined : (names as EventType[]);
}
