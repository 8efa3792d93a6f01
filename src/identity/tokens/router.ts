import type {} from '@koa/bodyparser';
import Router from '@koa/router';
import { AppError } from '../../domain/errors.ts';
import { tokenBody, viewToken } from './contract.ts';
import type { TokenDesk } from './token-desk.ts';

/** `/api/v1/tokens`, behind the owner gate like everything under `/api`. */
export function createTokensRouter(tokens: TokenDesk): Router {
  const router = new Router({ strict: true, sensitive: true });

  router.get('/api/v1/tokens', async (ctx) => {
    ctx.body = { tokens: (await tokens.list()).map(viewToken) };
  });

  router.post('/api/v1/tokens', async (ctx) => {
    const { value, error } = tokenBody.validate(ctx.request.body, { convert: false });
    if (error !== undefined) throw new AppError('invalid', error.message);
    const { row, secret } = await tokens.create(value.name, value.expires_in_days);
    ctx.status = 201;
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Location', `/api/v1/tokens/${row.id}`);
    ctx.body = { ...viewToken(row), token: secret };
  });

  router.get('/api/v1/tokens/:id', async (ctx) => {
    const id = ctx.params['id'] ?? '';
    const row = (await tokens.list()).find((token) => token.id === id);
    if (row === undefined) throw new AppError('not_found', `there is no token "${id}"`);
    ctx.body = viewToken(row);
  });

  router.delete('/api/v1/tokens/:id', async (ctx) => {
    const id = ctx.params['id'] ?? '';
    await tokens.revoke(id);
    ctx.body = { id, deleted: true };
  });

  return router;
}
