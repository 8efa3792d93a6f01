import * as contract from '../../identity/tokens/contract.ts';
import type { TokenDesk } from '../../identity/tokens/token-desk.ts';
import { deletedView } from '../../contract/values.ts';
import { AppError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scope.ts';
import { type ApiRoute, param } from '../api-route.ts';

interface TokenBody {
  name: string;
  scope: Scope;
  expires_in_days?: number;
}

/** Personal access tokens; the secret appears only in the response that creates one. */
export function tokenRoutes(tokens: TokenDesk): ApiRoute[] {
  const tag = 'tokens';
  return [
    {
      method: 'get',
      path: '/tokens',
      tag,
      operationId: 'listTokens',
      scope: 'read',
      summary: 'List personal access tokens, without their secrets',
      answers: { 200: { description: 'All tokens.', schema: contract.tokenListView } },
      handle: async () => ({ status: 200, body: { tokens: (await tokens.list()).map(contract.viewToken) } }),
    },
    {
      method: 'get',
      path: '/tokens/:token_id',
      tag,
      operationId: 'getToken',
      sample: async () => ({ params: { token_id: (await tokens.list())[0]?.id } }),
      scope: 'read',
      summary: 'Show a personal access token, without its secret',
      answers: { 200: { description: 'The token.', schema: contract.tokenView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'token_id');
        const row = (await tokens.list()).find((token) => token.id === id);
        if (row === undefined) throw new AppError('not_found', `there is no token "${id}"`);
        return { status: 200, body: contract.viewToken(row) };
      },
    },
    {
      method: 'post',
      path: '/tokens',
      tag,
      operationId: 'createToken',
      scope: 'admin',
      summary: 'Create a personal access token',
      body: contract.tokenBody,
      answers: {
        201: {
          description: 'The token with its secret, which is shown only once.',
          schema: contract.newTokenView,
        },
      },
      errors: ['conflict'],
      handle: async (request) => {
        const { name, scope, expires_in_days: expiresInDays } = request.body as TokenBody;
        const draft = { scope, expiresInDays };
        const { row, secret } = await tokens.create(name, draft, request.identity.tokenBounds);
        return {
          status: 201,
          body: { ...contract.viewToken(row), token: secret },
          location: `/api/v1/tokens/${row.id}`,
        };
      },
    },
    {
      method: 'delete',
      path: '/tokens/:token_id',
      tag,
      operationId: 'revokeToken',
      scope: 'admin',
      summary:
        'Revoke a personal access token and those created with it; their sessions and connections are closed',
      answers: { 200: { description: 'The token was revoked.', schema: deletedView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'token_id');
        await tokens.revoke(id);
        return { status: 200, body: { id, deleted: true } };
      },
    },
  ];
}
