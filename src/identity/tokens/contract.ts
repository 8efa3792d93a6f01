import Joi from 'joi';
import { toIso, toIsoOrNull } from '../../contract/call-views.ts';
import { filledLine, timestamp } from '../../contract/values.ts';
import { scopes } from '../../domain/scope.ts';
import { defaultScope } from './token-desk.ts';
import type { TokenRow } from './token-store.ts';

const scope = () => Joi.string().valid(...scopes);

export const tokenBody = Joi.object({
  name: filledLine(100).required().description('what the token is for'),
  scope: scope()
    .default(defaultScope)
    .description(
      'read: look at everything; calls: also place and control calls; admin: also change flows, devices, webhooks and tokens',
    ),
  expires_in_days: Joi.number()
    .integer()
    .min(1)
    .max(3650)
    .description(
      'days until it expires; absent: until it is revoked. It ends at the latest with the token that makes it',
    ),
}).example({ name: 'shortcut', scope: 'calls', expires_in_days: 90 });
export const tokenView = Joi.object({
  id: Joi.string().required(),
  name: Joi.string().required(),
  scope: scope().required(),
  parent_id: Joi.string()
    .allow(null)
    .required()
    .description('the token that it was made with, and is revoked with'),
  created_at: timestamp().required(),
  last_used_at: timestamp().allow(null).required().description('to the minute'),
  expires_at: timestamp().allow(null).required(),
});

export const newTokenView = tokenView.keys({
  token: Joi.string().required().description('the secret, shown only once'),
});

export const tokenListView = Joi.object({ tokens: Joi.array().items(tokenView).required() });

export function viewToken(row: TokenRow) {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    parent_id: row.parentId,
    created_at: toIso(row.createdAtMs),
    last_used_at: toIsoOrNull(row.lastUsedAtMs),
    expires_at: toIsoOrNull(row.expiresAtMs),
  };
}
