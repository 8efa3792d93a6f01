import Joi from 'joi';

/** The one field of every error. */
export const errorView = Joi.object({ detail: Joi.string().required() });

const part = Joi.object({
  ok: Joi.boolean().required(),
  detail: Joi.string().description('what is wrong'),
});

const asteriskPart = part.keys({
  version: Joi.string().description('of the Asterisk that is, or was last, connected'),
  age_days: Joi.number()
    .integer()
    .min(0)
    .description(
      'since Debian was last known to offer nothing newer; only where Holdfast unpacked Asterisk itself',
    ),
});

export const healthView = Joi.object({
  status: Joi.string().valid('ok', 'degraded').required(),
  service: Joi.string().required(),
  version: Joi.string().required(),
  uptime: Joi.number().min(0).required().description('seconds'),
  asterisk: asteriskPart.required(),
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
  asterisk: { ok: boolean; detail?: string; version?: string; age_days?: number };
  database: { ok: boolean; detail?: string };
  surfaces: Record<'rest' | 'events' | 'mcp' | 'auth' | 'dashboard' | 'openapi' | 'docs', string>;
}
