import Joi from 'joi';
import { audioClasses } from '../domain/audio-class.ts';
import type { CallRequest } from '../calls/desk.ts';
import { callModes, personGrades, type RetryPlan, retryReasons } from '../domain/call.ts';
import { AppError } from '../domain/errors.ts';
import { callStatuses, endReasonNames } from '../domain/call-status.ts';
import { digits, e164, filledLine, fraction, id, line, phoneNumber, seconds, timestamp } from './values.ts';

const services = Joi.object({
  recording: Joi.boolean().description('record the call'),
  transcription: Joi.boolean().description('transcribe the call'),
}).description('absent fields: false, in ai_assisted mode true');

const intent = line(1000).description('what the call is about, in your own words');
const device = line(100).description(
  'a device: its id, its type or its name; absent: the online device of the lowest priority number',
);
const callFlowId = id().description(
  'the stored flow that works the menu; absent: the one stored for the number, if any',
);

const later = {
  at: Joi.string()
    .pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/)
    .example('2026-12-01T09:00:00+01:00')
    .description('when to call, at most 14 days ahead; absent: now')
    .messages({
      'string.pattern.base': '{#label} must be a time with its zone, like 2026-12-01T09:00:00+01:00',
    }),
  retry: Joi.object({
    on: Joi.array()
      .items(Joi.string().valid(...retryReasons))
      .min(1)
      .unique()
      .required()
      .description('closed: the far end answered and hung up before it put the call on hold'),
    times: Joi.number().integer().min(1).max(10).default(3),
    minutes: Joi.number().min(1).max(1440).default(15),
  }).description('call again when the call fails for one of these reasons'),
  redial: Joi.boolean().description(
    'call again at once when the person hangs up while your phone rings; three times at most',
  ),
};

export const outboundBody = Joi.object({
  number: phoneNumber().required().description('the number to call'),
  mode: Joi.string()
    .valid(...callModes)
    .default('direct'),
  intent,
  device,
  call_flow_id: callFlowId,
  services,
  ...later,
});
export interface OutboundBody {
  number: string;
  mode: (typeof callModes)[number];
  intent?: string;
  device?: string;
  call_flow_id?: string;
  services?: { recording?: boolean; transcription?: boolean };
  at?: string;
  retry?: RetryPlan;
  redial?: boolean;
}

/** Further ahead, nobody remembers having asked. */
const furthestDays = 14;

/** What REST and MCP ask the calls for. @throws AppError `invalid` for a time that is past or too far ahead. */
export function callRequestOf(body: OutboundBody, nowMs: number): CallRequest {
  const atMs = body.at === undefined ? undefined : Date.parse(body.at);
  if (atMs !== undefined && !(atMs > nowMs && atMs < nowMs + furthestDays * 86_400_000))
    throw new AppError('invalid', `"at" must be a time within the next ${furthestDays} days`);
  return {
    number: body.number,
    mode: body.mode,
    intent: body.intent,
    device: body.device,
    callFlowId: body.call_flow_id,
    services: body.services,
    atMs,
    retry: body.retry,
    redial: body.redial,
  };
}

export const holdSlayerBody = Joi.object({
  number: phoneNumber().required().description('the number to call'),
  intent,
  call_flow_id: callFlowId,
  transfer_to: device,
  services,
  ...later,
});
export interface HoldSlayerBody extends Omit<OutboundBody, 'mode' | 'device'> {
  transfer_to?: string;
}

export const transferBody = Joi.object({
  device: filledLine(100).required().description('id, type or name'),
});
export interface TransferBody {
  device: string;
}

export const dtmfBody = Joi.object({ digits: digits().required() });
export interface DtmfBody {
  digits: string;
}

export const emptyBody = Joi.object({});

export const listQuery = Joi.object({
  state: Joi.string().valid('active', 'scheduled', 'ended', 'all').default('active'),
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string()
    .max(200)
    .pattern(/^[A-Za-z0-9_-]+$/)
    .description('next_cursor of the answer before')
    .messages({ 'string.pattern.base': '{#label} must be a next_cursor of an earlier answer' }),
});
export interface ListQuery {
  state: 'active' | 'scheduled' | 'ended' | 'all';
  limit: number;
  cursor?: string;
}

export const eventsQuery = Joi.object({
  since: Joi.number().integer().min(0).default(0).description('only events with a greater id'),
  limit: Joi.number().integer().min(1).max(1000).default(200),
});
export interface EventsQuery {
  since: number;
  limit: number;
}

export const idempotencyHeader = Joi.string()
  .pattern(/^[\x21-\x7e]{1,200}$/)
  .messages({
    'string.pattern.base': 'the header Idempotency-Key must be 1 to 200 visible ASCII characters',
    'string.empty': 'the header Idempotency-Key must be 1 to 200 visible ASCII characters',
  });

const status = Joi.string().valid(...callStatuses);
const mode = Joi.string().valid(...callModes);
const audioType = Joi.string().valid(...audioClasses, 'unknown');

const classification = Joi.object({
  timestamp: Joi.number().integer().required().description('epoch seconds'),
  type: audioType.required(),
  confidence: fraction().required(),
});

export const callView = Joi.object({
  call_id: Joi.string().required(),
  status: status.required(),
  recovering: Joi.boolean()
    .required()
    .description(
      'true while a restarted service looks for the call in Asterisk; status is the last one known',
    ),
  number: e164().required(),
  mode: mode.required(),
  duration: seconds().required().description('seconds since the call started'),
  hold_time: seconds().required().description('seconds spent on hold'),
  audio_type: audioType.required().description('what is heard now; unknown before anything was heard'),
  transcript_excerpt: Joi.string().allow('').required(),
  person: Joi.object({
    grade: Joi.string()
      .valid(...personGrades)
      .required()
      .description(
        'likely: reason enough to ring; sure: confirmed by what followed, or answered by the owner',
      ),
    confidence: fraction().required(),
    reason: Joi.string().allow('').required(),
  })
    .allow(null)
    .required()
    .description('who was heard and is rung for, or talked to; null while nobody is'),
  classification_history: Joi.array().items(classification).required(),
  services: Joi.object({
    recording: Joi.boolean().required(),
    transcription: Joi.boolean().required(),
  }).required(),
  intent: Joi.string().allow('').required(),
  call_flow_id: Joi.string().allow(null).required(),
  device: Joi.string().allow(null).required().description('the device that rings or talks'),
  started_at: timestamp().required().description('of a scheduled call: when it is due'),
  retry: Joi.object({
    on: Joi.array().items(Joi.string()).required(),
    times: Joi.number().required(),
    minutes: Joi.number().required(),
  })
    .allow(null)
    .required(),
  redial: Joi.boolean().required(),
  attempt: Joi.number().integer().min(1).required(),
  previous_call_id: Joi.string()
    .allow(null)
    .required()
    .description('the call that this one is placed again for'),
  answered_at: timestamp().allow(null).required(),
  connected_at: timestamp().allow(null).required(),
  ended_at: timestamp().allow(null).required(),
  end_reason: Joi.string()
    .valid(...endReasonNames, null)
    .required(),
  error: Joi.string().allow(null).required(),
});

export const outboundView = Joi.object({
  call_id: Joi.string().required(),
  status: status.required(),
  number: e164().required(),
  mode: mode.required(),
  started_at: timestamp().required(),
});

const callSummary = Joi.object({
  call_id: Joi.string().required(),
  status: status.required(),
  number: e164().required(),
  duration: seconds().required(),
  mode: mode.required(),
  started_at: timestamp().required(),
  end_reason: Joi.string()
    .valid(...endReasonNames, null)
    .required(),
});

export const callListView = Joi.object({
  calls: Joi.array().items(callSummary).required(),
  total: Joi.number().integer().min(0).required().description('calls in this state, all pages together'),
  next_cursor: Joi.string().allow(null).required(),
});

export const transcriptView = Joi.object({
  call_id: Joi.string().required(),
  text: Joi.string().allow('').required(),
  chunks: Joi.array()
    .items(
      Joi.object({
        timestamp: timestamp().required(),
        speaker: Joi.string().allow('').required(),
        text: Joi.string().allow('').required(),
      }),
    )
    .required(),
});

/** Moments of a call that say where a person was thought to be. */
export const momentTypes = ['person_likely', 'human_detected', 'hold_resumed'] as const;

export const timelineView = Joi.object({
  call_id: Joi.string().required(),
  moments: Joi.array()
    .items(
      Joi.object({
        type: Joi.string()
          .valid(...momentTypes)
          .required(),
        at: timestamp().required(),
        reason: Joi.string().allow('').required(),
      }),
    )
    .required()
    .description('who was thought to be there: likely, sure, and why the call was on hold again'),
  segments: Joi.array()
    .items(
      Joi.object({
        type: audioType.required(),
        confidence: fraction().required(),
        from: timestamp().required(),
        start: seconds().required().description('seconds since the audio began'),
        end: seconds().allow(null).required().description('null while it lasts'),
      }),
    )
    .required(),
});
