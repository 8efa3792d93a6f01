import Joi from 'joi';
import { maxTrunkLegs, type SpendPolicy, type TrunkUse } from '../domain/policy.ts';

/** The one field of every error. */
export const errorView = Joi.object({ detail: Joi.string().required() });

const part = Joi.object({
  ok: Joi.boolean().required(),
  detail: Joi.string().description('what is wrong, or what was lost'),
});

const asteriskPart = part.keys({
  version: Joi.string().description('version of the Asterisk that is connected, or was last'),
  age_days: Joi.number()
    .integer()
    .min(0)
    .description(
      'days since Debian was last known to offer nothing newer; only if Holdfast unpacked Asterisk itself',
    ),
});

export const healthView = Joi.object({
  status: Joi.string().valid('ok', 'degraded').required(),
  service: Joi.string().required(),
  version: Joi.string().required(),
  uptime: Joi.number().min(0).required().description('seconds'),
  faults: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('unforeseen faults since the start that the service survived; its log has each of them'),
  asterisk: asteriskPart.required(),
  trunk: part
    .required()
    .description('not ok: none is configured, or it does not accept the registration (TRUNK_REGISTER)'),
  database: part.required(),
  surfaces: Joi.object({
    rest: Joi.string().required(),
    events: Joi.string().required(),
    mcp: Joi.string().required(),
    auth: Joi.string().required(),
    dashboard: Joi.string().required(),
    openapi: Joi.string().required(),
    docs: Joi.string().required(),
  }).required(),
});

export interface HealthReport {
  status: 'ok' | 'degraded';
  service: string;
  version: string;
  uptime: number;
  faults: number;
  asterisk: { ok: boolean; detail?: string; version?: string; age_days?: number };
  trunk: { ok: boolean; detail?: string };
  database: { ok: boolean; detail?: string };
  surfaces: Record<'rest' | 'events' | 'mcp' | 'auth' | 'dashboard' | 'openapi' | 'docs', string>;
}

const count = Joi.number().integer().min(0).required();

/** What the trunk was used for, and what the spend policy allows; for the owner alone. */
export const spendingView = Joi.object({
  calls_last_hour: count.description(
    'calls dialled on the trunk in the last 60 minutes, those to external devices included',
  ),
  calls_last_day: count.description('the same for the last 24 hours'),
  minutes_last_day: Joi.number().min(0).required().description('connected minutes in the last 24 hours'),
  trunk_legs: count.description('call legs on the trunk now'),
  limits: Joi.object({
    max_concurrent_calls: count,
    max_trunk_legs: count,
    max_calls_per_hour: count,
    max_calls_per_day: Joi.number().integer().allow(null).required(),
    max_minutes_per_day: Joi.number().allow(null).required(),
    allowed_countries: Joi.array().items(Joi.string()).required(),
  }).required(),
});

export interface SpendingView {
  calls_last_hour: number;
  calls_last_day: number;
  minutes_last_day: number;
  trunk_legs: number;
  limits: {
    max_concurrent_calls: number;
    max_trunk_legs: number;
    max_calls_per_hour: number;
    max_calls_per_day: number | null;
    max_minutes_per_day: number | null;
    allowed_countries: string[];
  };
}

export function viewSpending(use: TrunkUse, policy: SpendPolicy): SpendingView {
  return {
    calls_last_hour: use.dialsInLastHour,
    calls_last_day: use.dialsInLastDay,
    minutes_last_day: Math.round(use.minutesInLastDay * 100) / 100,
    trunk_legs: use.openLegs,
    limits: {
      max_concurrent_calls: policy.maxConcurrentCalls,
      max_trunk_legs: maxTrunkLegs(policy),
      max_calls_per_hour: policy.maxCallsPerHour,
      max_calls_per_day: policy.maxCallsPerDay ?? null,
      max_minutes_per_day: policy.maxMinutesPerDay ?? null,
      allowed_countries: [
        ...policy.allowedCountries,
        ...policy.allowedNetworkCodes.map((code) => `+${code}`),
      ],
    },
  };
}
