import joi from 'joi';
import type { TokenRow } from './token-store.ts';

/** One line of visible text: it is shown in lists and logs. */
const tokenName = joi
  .string()
  .min(1)
  .max(64)
  .pattern(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'one line of visible text');

export const tokenBody = joi
  .object({
    name: tokenName.required().description('what the token is for'),
    expires_in_days: joi
      .number()
      .integer()
      .min(1)
      .max(3650)
      .description('days until it expires; absent: until it is revoked'),
  })
  .required();

const time = joi.string().isoDate();

export const tokenView = joi.object({
  id: joi.string().required(),
  name: joi.string().required(),
  created_at: time.required(),
  last_used_at: time.allow(null).required().description('to the minute'),
  expires_at: time.allow(null).required(),
});

export const newTokenView = tokenView.keys({
  token: joi.string().required().description('the secret, shown this once'),
});

export const tokenListView = joi.object({ tokens: joi.array().items(tokenView).required() });

export interface TokenView {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

export function viewToken(row: TokenRow): TokenView {
  return {
    id: row.id,
    name: row.name,
    created_at: new Date(row.createdAtMs).toISOString(),
    last_used_at: toIso(row.lastUsedAtMs),
    expires_at: toIso(row.expiresAtMs),
  };
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
