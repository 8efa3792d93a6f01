import type { FlowLearner } from '../../calls/flow-learner.ts';
import * as contract from '../../contract/flows.ts';
import { type ApiRoute, param } from '../api-route.ts';

/** Needs the scope of call flows, because the stored flow outlives the call. */
export function learnedFlowRoute(learner: FlowLearner): ApiRoute {
  return {
    method: 'post',
    path: '/calls/:call_id/learned-flow',
    tag: 'call flows',
    operationId: 'learnCallFlow',
    scope: 'admin',
    summary: 'Store the route that a call found through a menu as a call flow',
    description:
      'For a call that is over and reached a person. A call that left its own flow yields that flow, repaired from there on.',
    body: contract.learnBody,
    bodyOptional: true,
    answers: {
      200: { description: 'The changed call flow (replace).', schema: contract.flowView },
      201: { description: 'The new call flow.', schema: contract.flowView },
    },
    errors: ['not_found', 'conflict'],
    handle: async (request) => {
      const wish = request.body as contract.LearnBody;
      const flow = await learner.learn(param(request, 'call_id'), wish);
      const body = contract.viewFlow(flow);
      return wish.replace
        ? { status: 200, body }
        : { status: 201, body, location: `/api/v1/call-flows/${flow.id}` };
    },
  };
}
