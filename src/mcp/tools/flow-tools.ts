import Joi from 'joi';
import { deletedView } from '../../contract/values.ts';
import * as contract from '../../contract/flows.ts';
import { validateArguments } from '../../contract/validate.ts';
import { id } from '../../contract/values.ts';
import type { EditGuard } from '../../domain/edit-guard.ts';
import { AppError } from '../../domain/errors.ts';
import type { Flow } from '../../domain/flow.ts';
import type { FlowDesk } from '../../flows/desk.ts';
import type { FlowLearner } from '../../calls/flow-learner.ts';
import { defineTool, type Tool } from '../tool.ts';

const onlyFlowId = Joi.object({ flow_id: id().required().description('id of list_call_flows') });

function isStill(version: number): EditGuard<Flow> {
  return (stored) => {
    if (stored.version === version) return;
    throw new AppError(
      'changed',
      `the call flow has version ${stored.version} by now, and nothing was stored; read it again with get_call_flow, or leave out if_version to overwrite it`,
    );
  };
}

export function flowTools(flows: FlowDesk, learner: FlowLearner): Tool[] {
  async function exists(flowId: string): Promise<boolean> {
    try {
      await flows.get(flowId);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return false;
      throw error;
    }
  }

  return [
    defineTool<contract.FlowListQuery>({
      name: 'list_call_flows',
      scope: 'read',
      title: 'List stored call flows',
      description:
        "Lists the stored call flows: each is a route through one company's phone menu. Look here before make_call and pass the id as call_flow_id; without one, make_call uses the flow stored for the number. success_count and fail_count show how well a flow has worked.",
      input: contract.flowListQuery,
      output: contract.flowListText,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (query) => ({ flows: (await flows.list(query)).map(contract.viewFlowSummary) }),
    }),
    defineTool<{ flow_id: string }>({
      name: 'get_call_flow',
      scope: 'read',
      title: 'Show a call flow',
      description: 'Shows a stored call flow with all its steps.',
      input: onlyFlowId,
      output: contract.flowView,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      run: async (input) => contract.viewFlow(await flows.get(input.flow_id)),
    }),
    defineTool<Partial<contract.FlowCreateBody> & { if_version?: number }>({
      name: 'save_call_flow',
      scope: 'admin',
      title: 'Store or change a call flow',
      description: `Stores a route through a phone menu. Without id, or with an id that does not exist yet, a flow is created: name, phone_number and steps are required. With the id of a stored flow, that flow is changed: absent fields stay as they are, and steps, if given, replace all steps; pass the version that you read as if_version, so that what the owner changed meanwhile is not lost.
Steps run in order unless next_step names another: WAIT (timeout seconds), LISTEN (until a prompt has ended, at most timeout seconds; options branch on words in it), DTMF (press the keys in dtmf), SPEAK (say text), HOLD (wait for a person, at most timeout seconds, 7200 if absent), TRANSFER (ring the owner; ends the flow). A typical flow: LISTEN, DTMF "2", HOLD, TRANSFER. A fault names the step.`,
      input: contract.flowCreateBody
        .fork(['name', 'phone_number', 'steps'], (schema) => schema.optional())
        .keys({
          if_version: Joi.number()
            .integer()
            .min(1)
            .description(
              'the version that get_call_flow showed: if the flow has changed since, nothing is stored. Absent: whatever is stored is changed',
            ),
        }),
      output: contract.flowView.keys({
        created: Joi.boolean().required().description('false: an existing flow was changed'),
      }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: false,
      },
      async run({ if_version: version, ...input }) {
        if (input.id !== undefined && (version !== undefined || (await exists(input.id)))) {
          const { id: flowId, ...changes } = input;
          const flow = await flows.update(
            flowId,
            changes,
            version === undefined ? undefined : isStill(version),
          );
          return { ...contract.viewFlow(flow), created: false };
        }
        if (version !== undefined)
          throw new AppError('invalid', '"if_version" needs the "id" of a stored call flow');
        const body = validateArguments<contract.FlowCreateBody>(contract.flowCreateBody, input);
        return { ...contract.viewFlow(await flows.create(body)), created: true };
      },
    }),
    defineTool<{ call_id: string } & contract.LearnBody>({
      name: 'learn_call_flow',
      scope: 'admin',
      title: 'Keep the route that a call found',
      description:
        'Stores the route that a call found on its own through a phone menu as a call flow, so that the next call takes it at once. The call must be over, must have reached a person, and must have chosen something on its own (events menu_option_chosen); otherwise the refusal says why not. For a call that left its call flow because the menu had changed (event flow_proposed shows the corrected steps), it stores a corrected copy; with replace, that flow itself is changed.',
      input: contract.learnBody.keys({
        call_id: id().required().description('call_id of make_call or list_calls'),
      }),
      output: contract.flowView,
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: false,
      },
      run: async ({ call_id, ...wish }) => contract.viewFlow(await learner.learn(call_id, wish)),
    }),
    defineTool<{ flow_id: string }>({
      name: 'delete_call_flow',
      scope: 'admin',
      title: 'Delete a call flow',
      description: 'Deletes a stored call flow permanently. Refused while a call is using it.',
      input: onlyFlowId,
      output: deletedView,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      async run(input) {
        await flows.remove(input.flow_id);
        return { id: input.flow_id, deleted: true };
      },
    }),
  ];
}
