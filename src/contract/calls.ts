import Joi from 'joi';
import type { CallRequest } from '../calls/desk.ts';
import type { CallQuery } from '../calls/store.ts';
import {
  type CallFact,
  callModes,
  type RetryPlan,
  retryReasons,
  type SendBackReason,
  sendBackReasons,
} from '../domain/call.ts';
import { AppError } from '../domain/errors.ts';
import type { Scope } from '../domain/scope.ts';
import { cursor, digits, filledLine, id, line, lines, moment, phoneNumber, sought } from './values.ts';

const services = Joi.object({
  recording: Joi.boolean().description('record the call'),
  transcription: Joi.boolean().description('transcribe the call'),
}).description('absent fields: false; true in ai_assisted mode');

const intent = line(1000).description('what the call is about, in your own words');
const company = line(100)
  .custom((name: string) => name.trim()) // what is remembered with the number
  .description('whose number it is; absent: as in the flow, the favourite or the last call for the number');
const device = line(100).description(
  'a device: its id, type or name; absent: the online device with the lowest priority number',
);
const callFlowId = id().description(
  'the stored flow that works the menu; absent: the one stored for the number, if any',
);

const later = {
  at: moment()
    .example('2026-12-01T09:00:00+01:00')
    .description('when to call, at most 14 days ahead; absent: now'),
  retry: Joi.object({
    on: Joi.array()
      .items(Joi.string().valid(...retryReasons))
      .min(1)
      .unique()
      .required()
      .description(
        'closed: the far end answered, and hung up before it put the call on hold (hold music, a place in the queue) and before a person was heard',
      ),
    times: Joi.number().integer().min(1).max(10).default(3),
    minutes: Joi.number().min(1).max(1440).default(15),
  }).description('call again if the call fails for one of these reasons'),
  redial: Joi.boolean().description(
    'call again at once if the person hangs up while your phone rings; three times at most',
  ),
};

export const outboundBody = Joi.object({
  number: phoneNumber().required().description('the number to call'),
  mode: Joi.string()
    .valid(...callModes)
    .default('direct'),
  intent,
  company,
  device,
  call_flow_id: callFlowId,
  services,
  ...later,
}).example({ number: '+12025550100', mode: 'direct', intent: 'a question about my bill' });
export interface OutboundBody {
  number: string;
  mode: (typeof callModes)[number];
  intent?: string;
  company?: string;
  device?: string;
  call_flow_id?: string;
  services?: { recording?: boolean; transcription?: boolean };
  at?: string;
  retry?: RetryPlan;
  redial?: boolean;
}

/** What REST and MCP request of the calls. */
export function callRequestOf(body: OutboundBody, placedWith: Scope): CallRequest {
  return {
    number: body.number,
    mode: body.mode,
    intent: body.intent,
    company: body.company,
    device: body.device,
    callFlowId: body.call_flow_id,
    services: body.services,
    atMs: body.at === undefined ? undefined : Date.parse(body.at),
    retry: body.retry,
    redial: body.redial,
    placedWith,
  };
}

export const holdSlayerBody = Joi.object({
  number: phoneNumber().required().description('the number to call'),
  intent,
  company,
  call_flow_id: callFlowId,
  transfer_to: device,
  services,
  ...later,
}).example({ number: '+12025550100', intent: 'a question about my bill', services: { transcription: true } });
export interface HoldSlayerBody extends Omit<OutboundBody, 'mode' | 'device'> {
  transfer_to?: string;
}

export const transferBody = Joi.object({
  device: filledLine(100).required().description('id, type or name'),
}).example({ device: 'sip_phone' });
export interface TransferBody {
  device: string;
}

export const dtmfBody = Joi.object({ digits: digits().required() }).example({ digits: '1w2#' });
export interface DtmfBody {
  digits: string;
}

export const labelBody = Joi.object({
  person: Joi.boolean()
    .allow(null)
    .required()
    .description('whether it was a person; null withdraws the answer'),
}).example({ person: true });
export interface LabelBody {
  person: boolean | null;
}

export const emptyBody = Joi.object({}).example({});

export const resumeHoldBody = Joi.object({
  reason: Joi.string()
    .valid(...sendBackReasons)
    .default('not_a_person')
    .description(
      'not_a_person: what was heard is a recording, and is remembered as one; on_hold_again: a person put you on hold again, and nothing is remembered',
    ),
}).example({ reason: 'not_a_person' });
export interface ResumeHoldBody {
  reason: SendBackReason;
}

/** What the owner keeps about a call. */
export const keptBody = Joi.object({
  note: lines(5000).description('what you want to remember about the call'),
  facts: Joi.array()
    .items(Joi.object({ label: filledLine(60).required(), value: filledLine(500).required() }))
    .max(30)
    .description('replaces all earlier facts'),
});

export const editBody = keptBody
  .keys({
    will_ring: Joi.array()
      .items(id())
      .max(50)
      .unique()
      .description(
        'ids of devices in the order in which they ring; empty: the default order. Not for a call that is over',
      ),
  })
  .description('absent fields stay as they are')
  .example({ note: 'They call back on Monday.', facts: [{ label: 'claim number', value: 'A-1234' }] });
export interface EditBody {
  note?: string;
  facts?: CallFact[];
  will_ring?: string[];
}

export const rangeQuery = {
  from: moment().empty('').description('only calls that began then or later'),
  to: moment().empty('').description('only calls that began before then'),
};

/** An empty value counts as absent: forms and assistants also send fields for which they have no value. */
export const listQuery = Joi.object({
  state: Joi.string()
    .valid('active', 'scheduled', 'ended', 'all')
    .empty('')
    .description('absent: active, or all if any field below is used to search'),
  q: sought(100).description(
    'words in the number, the company, the intent, the note, the facts or the transcript; case is ignored',
  ),
  company: line(100).description('only calls with this company; case is ignored'),
  outcome: Joi.string()
    .valid('reached', 'missed')
    .empty('')
    .description(
      'only calls that are over: reached, you were connected; missed, you were not; one that was cancelled before it was due, or a trial of a flow, is neither',
    ),
  ...rangeQuery,
  limit: Joi.number().integer().min(1).max(200).empty('').default(50),
  cursor: cursor().empty(''),
});
export interface ListQuery {
  state?: CallQuery['state'];
  q?: string;
  company?: string;
  outcome?: 'reached' | 'missed';
  from?: string;
  to?: string;
  limit: number;
  cursor?: string;
}

/** @throws AppError `invalid` for a range that ends before it begins. */
export function callQueryOf({ state, q, company, outcome, from, to, limit, cursor }: ListQuery): CallQuery {
  const fromMs = from === undefined ? undefined : Date.parse(from);
  const toMs = to === undefined ? undefined : Date.parse(to);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs)
    throw new AppError('invalid', '"from" must be before "to"');
  const looksFor = [q, company, outcome, from, to].some((given) => given !== undefined && given !== '');
  return {
    state: state ?? (looksFor ? 'all' : 'active'),
    limit,
    cursor,
    search: q,
    company: company === '' ? undefined : company,
    outcome,
    fromMs,
    toMs,
  };
}

/** In the database. */
const largestEventId = 2 ** 31 - 1;

export const eventsQuery = Joi.object({
  since: Joi.number().integer().min(0).description('only events with a greater id; 0 by default'),
  before: Joi.number()
    .integer()
    .min(1)
    .max(largestEventId)
    .description('the newest events with a smaller id, in place of the oldest after since'),
  types: Joi.string().max(2000).allow('').description('only events of these types, separated by commas'),
  limit: Joi.number().integer().min(1).max(1000).default(200),
})
  .oxor('since', 'before')
  .messages({ 'object.oxor': '"since" and "before" exclude each other' });
export interface EventsQuery {
  since?: number;
  before?: number;
  types?: string;
  limit: number;
}

const idempotencyKeyShape = /^[\x21-\x7e]{1,200}$/;

export const idempotencyHeader = Joi.string().pattern(idempotencyKeyShape).messages({
  'string.pattern.base': 'the header Idempotency-Key must be 1 to 200 visible ASCII characters',
  'string.empty': 'the header Idempotency-Key must be 1 to 200 visible ASCII characters',
});

/** MCP knows no headers of single requests. */
export const makeCallInput = outboundBody.keys({
  idempotency_key: Joi.string()
    .pattern(idempotencyKeyShape)
    .description(
      'any text without blanks that you make up once for this call, for example a UUID. For 24 hours the same key with the same arguments returns the same call and dials nothing',
    )
    .messages({
      'string.pattern.base': '{#label} must be 1 to 200 visible ASCII characters, without blanks',
    }),
});
export interface MakeCallInput extends OutboundBody {
  idempotency_key?: string;
}
