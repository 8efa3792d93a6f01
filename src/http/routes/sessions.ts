import { deletedView } from '../../contract/values.ts';
import { AppError } from '../../domain/errors.ts';
import type { SessionDesk } from '../../identity/index.ts';
import * as contract from '../../identity/sessions/contract.ts';
import { type ApiRoute, param } from '../api-route.ts';

/** The signed-in browsers. */
export function sessionRoutes(sessions: Pick<SessionDesk, 'list' | 'end'>): ApiRoute[] {
  const tag = 'sessions';
  return [
    {
      method: 'get',
      path: '/sessions',
      tag,
      operationId: 'listSessions',
      scope: 'read',
      summary: 'List the browsers that are signed in',
      answers: {
        200: { description: 'All sessions, most recently used first.', schema: contract.sessionListView },
      },
      handle: async ({ identity }) => ({
        status: 200,
        body: { sessions: (await sessions.list()).map((row) => contract.viewSession(row, identity.id)) },
      }),
    },
    {
      method: 'delete',
      path: '/sessions/:session_id',
      tag,
      operationId: 'endSession',
      scope: 'admin',
      summary: 'Sign a browser out; its event streams are closed (4401)',
      answers: { 200: { description: 'The session was ended.', schema: deletedView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'session_id');
        if (!(await sessions.list()).some((row) => row.id === id))
          throw new AppError('not_found', `there is no session "${id}"`);
        await sessions.end(id);
        return { status: 200, body: { id, deleted: true } };
      },
    },
  ];
}
