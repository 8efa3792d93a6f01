import Joi from 'joi';

/** The one field of every error. */
export const errorView = Joi.object({ detail: Joi.string().required() });

const part = Joi.object({
  ok: Joi.boolean().required(),
  detail: Joi.string().description('what is wrong, or was lost'),
});

export const healthView = Joi.object({
  status: Joi.string().valid('ok', 'degraded').required(),
  service: Joi.string().required(),
  version: Joi.string().required(),
  uptime: Joi.number().min(0).required().description('seconds'),
  asterisk: part.required(),
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
  asterisk: { ok: boolean; detail?: string };
  database: { ok: boolean; detail?: string };
  surfaces: Record<'rest' | 'events' | 'mcp' | 'auth' | 'dashboard' | 'openapi' | 'docs', string>;
}
