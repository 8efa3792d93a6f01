import { systemView, type SystemView } from '../../contract/system.ts';
import type { ApiRoute } from '../api-route.ts';

export function systemRoute(system: () => Promise<SystemView>): ApiRoute {
  return {
    method: 'get',
    path: '/system',
    tag: 'service',
    operationId: 'showSystem',
    scope: 'read',
    summary: 'Show the state of Asterisk, trunk, database and disk, and the dialling policy',
    answers: { 200: { description: 'The current state.', schema: systemView } },
    handle: async () => ({ status: 200, body: await system() }),
  };
}
