import { deletedView } from '../../contract/devices.ts';
import { AppError } from '../../domain/errors.ts';
import { param, type ApiRoute } from '../../http/api-route.ts';
import { newTokenView, tokenBody, tokenListView, tokenView, viewToken, type TokenBody } from './contract.ts';
import type { TokenDesk } from './token-desk.ts';

/** `/api/v1/tokens`. */
export function tokenRoutes(tokens: TokenDesk): ApiRoute[] {
  const tag = 'tokens';
  return [
    {
      method: 'get',
      path: '/tokens',
      tag,
      operationId: 'listTokens',
      summary: 'List personal access tokens, without their secrets, the newest first',
      answers: { 200: { description: 'All tokens that are not revoked.', schema: tokenListView } },
      handle: async () => ({ status: 200, body: { tokens: (await tokens.list()).map(viewToken) } }),
    },
    {
      method: 'get',
      path: '/tokens/:token_id',
      tag,
      operationId: 'getToken',
      summary: 'Show a personal access token, without its secret',
      answers: { 200: { description: 'The token.', schema: tokenView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'token_id');
        const row = (await tokens.list()).find((token) => token.id === id);
        if (row === undefined) throw new AppError('not_found', `there is no token "${id}"`);
        return { status: 200, body: viewToken(row) };
      },
    },
    {
      method: 'post',
      path: '/tokens',
      tag,
      operationId: 'createToken',
      summary: 'Make a personal access token',
      body: tokenBody,
      answers: { 201: { description: 'The token with its secret, shown this once.', schema: newTokenView } },
      handle: async (request) => {
        const body = request.body as TokenBody;
        const { row, secret } = await tokens.create(body.name, body.expires_in_days);
        return {
          status: 201,
          body: { ...viewToken(row), token: secret },
          location: `/api/v1/tokens/${row.id}`,
        };
      },
    },
    {
      method: 'delete',
      path: '/tokens/:token_id',
      tag,
      operationId: 'revokeToken',
      summary: 'Revoke a personal access token; what it had opened is closed',
      answers: { 200: { description: 'It is revoked.', schema: deletedView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'token_id');
        await tokens.revoke(id);
        return { status: 200, body: { id, deleted: true } };
      },
    },
  ];
}
