import Joi from 'joi';
import { timestamp } from '../../contract/values.ts';
import { type Scope, scopes } from '../../domain/scope.ts';

export const sessionBody = Joi.object({
  token: Joi.string().max(1_024).description('a personal access token'),
  link: Joi.string().max(1_024).description('what stands behind `link=` in a one-time sign-in link'),
})
  .xor('token', 'link')
  .example({ token: 'hf_pat_…' });

/** The response of /auth/me and of the sign-in routes. */
export const meView = Joi.object({
  authenticated: Joi.boolean().required(),
  owner: Joi.boolean().required(),
  sign_in: Joi.array()
    .items(Joi.string().valid('token', 'provider'))
    .required()
    .description('how a page may offer to sign in'),
  method: Joi.string().valid('token', 'session', 'access_token'),
  scope: Joi.string().valid(...scopes),
  name: Joi.string(),
  subject: Joi.string().allow(null),
  email: Joi.string().allow(null),
  expires_at: timestamp().allow(null),
});

export interface Me {
  authenticated: boolean;
  owner: boolean;
  sign_in: ('token' | 'provider')[];
  method?: 'token' | 'session' | 'access_token';
  scope?: Scope;
  name?: string;
  subject?: string | null;
  email?: string | null;
  expires_at?: string | null;
}
