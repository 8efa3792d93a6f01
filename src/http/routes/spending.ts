import { spendingView, type SpendingView } from '../../contract/service.ts';
import type { ApiRoute } from '../api-route.ts';

export function spendingRoute(spending: () => SpendingView): ApiRoute {
  return {
    method: 'get',
    path: '/spending',
    tag: 'calls',
    operationId: 'showSpending',
    scope: 'read',
    summary: 'Show how much the trunk was used, and the limits',
    answers: { 200: { description: 'The current use and the spend policy.', schema: spendingView } },
    handle: async () => ({ status: 200, body: spending() }),
  };
}
