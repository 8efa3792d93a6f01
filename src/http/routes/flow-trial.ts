import type { CallDesk } from '../../calls/desk.ts';
import * as answers from '../../contract/call-answers.ts';
import { viewOutbound } from '../../contract/call-views.ts';
import { flowTrialBody, type FlowTrialBody } from '../../contract/flow-check.ts';
import { digestOf } from '../../contract/request-digest.ts';
import type { FlowDesk } from '../../flows/desk.ts';
import type { Call } from '../../domain/call.ts';
import type { ApiAnswer, ApiRoute } from '../api-route.ts';

/** Needs only the scope for dialling: nothing of the flow outlives the call. */
export function flowTrialRoute(needs: {
  calls: Pick<CallDesk, 'place' | 'begunBy'>;
  flows: FlowDesk;
}): ApiRoute {
  return {
    method: 'post',
    path: '/call-flows/try',
    tag: 'call flows',
    operationId: 'tryCallFlow',
    scope: 'calls',
    summary: 'Call a number and work through steps that are not stored',
    description:
      'The dialling policy applies as for every call. With stop_before_hold the call hangs up where the flow would begin to wait or to ring you; its end_reason is then trial_complete.',
    takesIdempotencyKey: true,
    body: flowTrialBody,
    answers: { 201: { description: 'The call is being dialled.', schema: answers.outboundView } },
    errors: ['not_found', 'conflict'],
    handle: async (request) => {
      const body = request.body as FlowTrialBody;
      const { idempotencyKey: key } = request;
      const idempotency = key === undefined ? undefined : { key, digest: digestOf(['try', body]) };
      const begun = idempotency && (await needs.calls.begunBy(idempotency));
      if (begun !== undefined) return placed(begun);
      const flow = await needs.flows.prepareTrial({
        number: body.number,
        steps: body.steps,
        flowId: body.flow_id,
        endsBeforeHold: body.stop_before_hold,
        placedWith: request.identity.scope,
      });
      const { call } = await needs.calls.place(
        {
          number: body.number,
          mode: 'hold_slayer',
          intent: 'trying a call flow',
          callFlowId: flow.id,
          placedWith: request.identity.scope,
        },
        idempotency,
      );
      return placed(call);
    },
  };
}

function placed(call: Call): ApiAnswer {
  return { status: 201, body: viewOutbound(call), location: `/api/v1/calls/${call.id}` };
}
