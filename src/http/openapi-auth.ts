import type Joi from 'joi';
import { toJsonSchema } from '../contract/json-schema.ts';
import { errorView } from '../contract/service.ts';
import { meView, sessionBody } from '../identity/auth-routes/contract.ts';

type Json = Record<string, unknown>;

const refused = (description: string): Json => ({ description, content: jsonOf(errorView) });
const redirect = (description: string): Json => ({
  description,
  headers: { Location: { schema: { type: 'string' } } },
});
const tooMany = {
  ...refused('More than 30 requests in a minute.'),
  headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'string' } } },
};

/** The routes that need no identity, for the sign-in page. */
export const authPaths: Record<string, Json> = {
  '/auth/me': {
    get: {
      operationId: 'getMe',
      tags: ['sign-in'],
      summary: 'Show who is signed in, and how to sign in',
      security: [],
      responses: {
        200: { description: 'Also when nobody is signed in.', content: jsonOf(meView) },
        401: refused('A bearer token that is not valid.'),
        429: tooMany,
      },
    },
  },
  '/auth/session': {
    post: {
      operationId: 'signIn',
      tags: ['sign-in'],
      summary: 'Exchange a personal access token, or a one-time link, for a session cookie',
      security: [],
      requestBody: { required: true, content: jsonOf(sessionBody) },
      responses: {
        200: {
          description: 'Signed in; the cookie is HttpOnly and SameSite=Strict.',
          headers: { 'Set-Cookie': { schema: { type: 'string' } } },
          content: jsonOf(meView),
        },
        400: refused('Not valid; `detail` names the field.'),
        401: refused('The token or the link is not valid.'),
        403: refused('Asked by a page of another origin.'),
        429: tooMany,
      },
    },
  },
  '/auth/login': {
    get: {
      operationId: 'signInAtProvider',
      tags: ['sign-in'],
      summary: 'Go to the identity provider and back; for a browser navigation',
      security: [],
      parameters: [
        {
          name: 'return_to',
          in: 'query',
          required: false,
          description: 'A path of this service.',
          schema: { type: 'string' },
        },
      ],
      responses: { 303: redirect('To the provider.'), 404: refused('There is no identity provider.') },
    },
  },
  '/auth/logout': {
    get: {
      operationId: 'signOut',
      tags: ['sign-in'],
      summary: 'End the session and its event streams (4401); for a browser navigation',
      security: [],
      responses: { 303: redirect('To the provider’s end-session page, or `/`.') },
    },
  },
};

function jsonOf(schema: Joi.Schema): Json {
  return { 'application/json': { schema: toJsonSchema(schema) } };
}
