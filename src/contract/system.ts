import Joi from 'joi';
import { type RingStrategy, ringStrategies } from '../domain/device.ts';

const bytes = () => Joi.number().integer().min(0).required();
const count = () => Joi.number().integer().min(0).required();
const texts = () => Joi.array().items(Joi.string()).required();
const part = () =>
  Joi.object({ ok: Joi.boolean().required(), detail: Joi.string().description('what is wrong') }).required();

/** What the owner's settings page shows; unlike /health it is for the owner only. */
export const systemView = Joi.object({
  version: Joi.string().required(),
  asterisk: part().keys({ version: Joi.string() }),
  trunk: Joi.object({
    configured: Joi.boolean().required(),
    host: Joi.string().allow(null).required(),
    transport: Joi.string().allow(null).required(),
    registers: Joi.boolean().required().description('whether Asterisk is set to register there'),
    registered: Joi.boolean()
      .allow(null)
      .required()
      .description(
        'whether it has: false while the trunk refuses or ignores it; null while that is unknown, as it always is with an Asterisk of your own',
      ),
    reachable: Joi.boolean()
      .allow(null)
      .required()
      .description('whether it answers OPTIONS, sent every 25 s; null while that is unknown'),
    detail: Joi.string().allow(null).required().description('what is wrong'),
  }).required(),
  sip: Joi.object({
    servers: texts().description(
      'what a phone that registers here can use as its server, with the port if it is not 5060; the most likely to work first',
    ),
  }).required(),
  database: part(),
  disk: Joi.object({
    used: bytes().description('bytes used by the data folder'),
    limit: bytes().description('bytes it could use: used plus what is free on its disk'),
  })
    .allow(null)
    .required()
    .description('null if it cannot be read'),
  events: Joi.object({
    keep_days: count().description('days that the events and transcripts of calls are kept; 0: forever'),
  }).required(),
  recordings: Joi.object({
    keep_days: count().description('days that they are kept; 0: forever'),
    max_size: bytes().description('bytes of all together; the oldest are deleted first'),
  }).required(),
  transcription: Joi.object({
    engine: Joi.string()
      .allow(null)
      .required()
      .description('what writes down what is said; null: nothing does'),
  }).required(),
  policy: Joi.object({
    allowed_countries: texts(),
    blocked_number_types: texts(),
    blocked_prefixes: texts(),
    allowed_prefixes: texts(),
    max_concurrent_calls: count(),
    max_calls_per_hour: count(),
    max_calls_per_day: count().allow(null),
    max_minutes_per_day: Joi.number().min(0).allow(null).required(),
    max_call_minutes: Joi.number().min(0).required(),
    calls_in_last_hour: count().description('calls dialled on the trunk in the last 60 minutes'),
  }).required(),
  device_ring_seconds: Joi.number().min(0).required(),
  ring_strategy: Joi.string()
    .valid(...ringStrategies)
    .required()
    .description(
      'how the devices ring: one priority after the other, all together, or each while the one before still rings',
    ),
});

interface Part {
  ok: boolean;
  detail?: string;
}

export interface SystemView {
  version: string;
  asterisk: Part & { version?: string };
  trunk: {
    configured: boolean;
    host: string | null;
    transport: string | null;
    registers: boolean;
    registered: boolean | null;
    reachable: boolean | null;
    detail: string | null;
  };
  sip: { servers: string[] };
  database: Part;
  disk: { used: number; limit: number } | null;
  events: { keep_days: number };
  recordings: { keep_days: number; max_size: number };
  transcription: { engine: string | null };
  policy: {
    allowed_countries: string[];
    blocked_number_types: string[];
    blocked_prefixes: string[];
    allowed_prefixes: string[];
    max_concurrent_calls: number;
    max_calls_per_hour: number;
    max_calls_per_day: number | null;
    max_minutes_per_day: number | null;
    max_call_minutes: number;
    calls_in_last_hour: number;
  };
  device_ring_seconds: number;
  ring_strategy: RingStrategy;
}
