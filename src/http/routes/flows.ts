import * as contract from '../../contract/flows.ts';
import * as check from '../../contract/flow-check.ts';
import { editTags, guardEdit } from '../../contract/edit-tags.ts';
import { deletedView } from '../../contract/values.ts';
import type { Step } from '../../domain/flow.ts';
import type { FlowDesk, FlowWithRuns } from '../../flows/desk.ts';
import { type ApiAnswer, type ApiRequest, type ApiRoute, param } from '../api-route.ts';

export function flowRoutes(flows: FlowDesk): ApiRoute[] {
  const tag = 'call flows';
  const shown = { description: 'The call flow.', schema: contract.flowView };
  const show = (status: number, flow: FlowWithRuns): ApiAnswer => ({
    status,
    body: contract.viewFlow(flow),
    editTag: editTags.flow(flow),
  });
  const guard = ({ ifMatch }: ApiRequest) => guardEdit('the call flow', ifMatch, editTags.flow);
  const sample = async () => ({ params: { flow_id: (await flows.list({}))[0]?.id } });
  return [
    {
      method: 'get',
      path: '/call-flows',
      tag,
      operationId: 'listCallFlows',
      scope: 'read',
      summary: 'List call flows',
      query: contract.flowListQuery,
      answers: { 200: { description: 'All call flows that match.', schema: contract.flowListView } },
      handle: async (request) => {
        const found = await flows.list(request.query as contract.FlowListQuery);
        return { status: 200, body: { flows: found.map(contract.viewListedFlow) } };
      },
    },
    {
      method: 'get',
      path: '/call-flows/:flow_id',
      tag,
      operationId: 'getCallFlow',
      sample,
      scope: 'read',
      summary: 'Show a call flow with its steps',
      hasEditTag: true,
      answers: { 200: shown },
      errors: ['not_found'],
      handle: async (request) => show(200, await flows.get(param(request, 'flow_id'))),
    },
    {
      method: 'post',
      path: '/call-flows',
      tag,
      operationId: 'createCallFlow',
      scope: 'admin',
      summary: 'Store a call flow',
      body: contract.flowCreateBody,
      hasEditTag: true,
      answers: { 201: shown },
      errors: ['conflict'],
      handle: async (request) => {
        const flow = await flows.create(request.body as contract.FlowCreateBody);
        return { ...show(201, flow), location: `/api/v1/call-flows/${flow.id}` };
      },
    },
    {
      method: 'post',
      path: '/call-flows/check',
      tag,
      operationId: 'checkCallFlow',
      scope: 'read',
      summary: 'Check the steps of a call flow without storing them',
      body: check.flowCheckBody,
      answers: {
        200: { description: 'The faults, each with its step and field.', schema: check.flowFaultsView },
      },
      errors: ['not_found'],
      handle: async (request) => {
        const { steps: drawn, flow_id: flowId } = request.body as check.FlowCheckBody;
        const shapeFaults = check.findShapeFaults(drawn);
        if (shapeFaults.length > 0) return { status: 200, body: { faults: shapeFaults } };
        const steps = drawn as unknown as Step[];
        const faults = await flows.check(steps, flowId);
        return { status: 200, body: { faults: faults.map(check.viewFault) } };
      },
    },
    {
      method: 'get',
      path: '/call-flows/:flow_id/runs',
      tag,
      operationId: 'listCallFlowRuns',
      sample,
      scope: 'read',
      summary: 'List the calls that used a call flow, newest first',
      query: contract.flowRunsQuery,
      answers: { 200: { description: 'Runs.', schema: contract.flowRunsView } },
      errors: ['not_found'],
      handle: async (request) => {
        const { limit } = request.query as contract.FlowRunsQuery;
        const runs = await flows.runs(param(request, 'flow_id'), limit);
        return { status: 200, body: { runs: runs.map(contract.viewFlowRun) } };
      },
    },
    {
      method: 'put',
      path: '/call-flows/:flow_id',
      tag,
      operationId: 'updateCallFlow',
      scope: 'admin',
      summary: 'Change a call flow; absent fields stay as they are',
      takesIfMatch: true,
      hasEditTag: true,
      body: contract.flowUpdateBody,
      answers: { 200: shown },
      errors: ['not_found', 'conflict'],
      handle: async (request) => {
        const changes = request.body as contract.FlowUpdateBody;
        return show(200, await flows.update(param(request, 'flow_id'), changes, guard(request)));
      },
    },
    {
      method: 'delete',
      path: '/call-flows/:flow_id',
      tag,
      operationId: 'deleteCallFlow',
      scope: 'admin',
      summary: 'Delete a call flow',
      takesIfMatch: true,
      answers: { 200: { description: 'The call flow was deleted.', schema: deletedView } },
      errors: ['not_found', 'conflict'],
      handle: async (request) => {
        const id = param(request, 'flow_id');
        await flows.remove(id, guard(request));
        return { status: 200, body: { id, deleted: true } };
      },
    },
  ];
}
