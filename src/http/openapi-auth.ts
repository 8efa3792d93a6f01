import type Joi from 'joi';
import { toJsonContent } from '../contract/json-schema.ts';
import { errorView } from '../contract/service.ts';
import { meView, sessionBody } from '../identity/auth-routes/contract.ts';

type Json = Record<string, unknown>;

const refused = (description: string): Json => ({ description, content: jsonOf(errorView) });
const redirect = (description: string): Json => ({
  description,
  headers: { Location: { schema: { type: 'string' } } },
});
const forNow = (description: string): Json => ({
  ...refused(description),
  headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'string' } } },
});
const tooMany = forNow('More than 30 requests in a minute.');

const databaseAway = forNow('The database is away, or cannot be written; `detail` says why.');

const providerRefusals = {
  400: refused('The provider refused, or the sign-in was not begun here.'),
  401: refused('The provider’s answer is not valid, or the session is over.'),
  404: refused('There is no identity provider.'),
  429: tooMany,
  502: refused('The provider’s answer cannot be used; `detail` says why.'),
  503: forNow('The provider does not answer, or the database cannot be written.'),
};

const refresh = (operationId: string): Json => ({
  operationId,
  tags: ['sign-in'],
  summary: 'Renew the session of the cookie at the identity provider',
  security: [],
  responses: {
    200: { description: 'Renewed, with a new cookie.', content: jsonOf(meView) },
    ...providerRefusals,
    403: refused('Asked by a page of another site, or no longer the owner.'),
    409: refused('The session was not opened at the provider, so it cannot be renewed.'),
  },
});

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
        503: databaseAway,
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
        413: refused('The body is larger than 256 KiB.'),
        415: refused('The body is not application/json.'),
        429: tooMany,
        503: databaseAway,
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
      responses: {
        303: redirect('To the provider.'),
        404: providerRefusals[404],
        502: providerRefusals[502],
        503: forNow('The provider does not answer.'),
      },
    },
  },
  '/auth/callback': {
    get: {
      operationId: 'returnFromProvider',
      tags: ['sign-in'],
      summary:
        'Where the identity provider sends the browser back to; for a navigation, which gets a refusal as a page',
      security: [],
      parameters: ['code', 'state', 'error'].map((name) => ({
        name,
        in: 'query',
        required: false,
        description: 'As the provider sends it (RFC 6749, section 4.1.2).',
        schema: { type: 'string' },
      })),
      responses: {
        303: redirect('Signed in: to the page that asked for it.'),
        ...providerRefusals,
        403: refused('The provider identified somebody who is not the owner.'),
      },
    },
  },
  '/auth/refresh-callback': {
    get: refresh('refreshSession'),
    post: refresh('refreshSessionByPost'),
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
  return { 'application/json': toJsonContent(schema) };
}
