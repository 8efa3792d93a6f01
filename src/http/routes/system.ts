import { systemView, type SystemView } from '../../contract/system.ts';
import type { ApiRoute } from '../api-route.ts';

export function systemRoute(system: () => Promise<SystemView>): ApiRoute {
  return {
    method: 'get',
    path: '/system',
    tag: 'service',
    operationId: 'showSystem',
    scope: 'read',
    summary: 'Show what the gateway stands on: Asterisk, trunk, database, disk, and the dialling policy',
    answers: { 200: { description: 'How it is now.', schema: systemView } },
    handle: async () => ({ status: 200, body: await system() }),
  };
}
