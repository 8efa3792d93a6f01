import Joi from 'joi';
import { toIso } from '../../contract/call-views.ts';
import { timestamp } from '../../contract/values.ts';
import { scopes } from '../../domain/scope.ts';
import type { SessionRow } from './session-store.ts';

const sessionView = Joi.object({
  id: Joi.string().required(),
  name: Joi.string().required().description('the token, the person at the provider, or "one-time link"'),
  opened_by: Joi.string().valid('token', 'provider', 'link').required(),
  token_id: Joi.string()
    .allow(null)
    .required()
    .description('the token that opened it, and ends it when revoked'),
  scope: Joi.string()
    .valid(...scopes)
    .required(),
  user_agent: Joi.string().allow('').required().description('as the browser named itself'),
  created_at: timestamp().required(),
  last_seen_at: timestamp().required().description('to the minute'),
  expires_at: timestamp().required().description('if it is not used before then'),
  is_current: Joi.boolean().required().description('whether this request came with it'),
});

export const sessionListView = Joi.object({ sessions: Joi.array().items(sessionView).required() });

export function viewSession(row: SessionRow, currentId: string) {
  return {
    id: row.id,
    name: row.email ?? row.subject,
    opened_by: row.openedBy,
    token_id: row.tokenId,
    scope: row.scope,
    user_agent: row.userAgent,
    created_at: toIso(row.createdAtMs),
    last_seen_at: toIso(row.lastSeenAtMs),
    expires_at: toIso(Math.min(row.idleExpiresAtMs, row.expiresAtMs)),
    is_current: row.id === currentId,
  };
}
