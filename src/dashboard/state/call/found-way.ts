import { type BodyOf, call } from '../../api/client.ts';
import type { CallView, Flow, StreamEvent } from '../../api/types.ts';
import { flows, readFlows } from '../stored/flows.ts';
import { isOver } from './live-call.ts';

/** What a call found out about a menu. */
export type FoundWay = 'new' | 'repaired';

/** Undefined when the call found nothing, or reached nobody: its path is useless then. */
export function foundWayOf(
  story: readonly StreamEvent[],
  { status, call_flow_id: flowId }: Pick<CallView, 'status' | 'call_flow_id'>,
): FoundWay | undefined {
  if (!isOver(status)) return undefined;
  const types: readonly string[] = story.map(({ type }) => type);
  if (types.includes('flow_proposed')) return 'repaired';
  const personAt = types.lastIndexOf('human_detected');
  if (personAt < 0 || !types.slice(0, personAt).includes('menu_option_chosen')) return undefined;
  return flowId === null ? 'new' : 'repaired';
}

/**
 * The flow already learned from a call; undefined if it is known to be deleted, since the path can then be kept
 * again.
 */
export function learnedFlowOf(
  callId: string,
  story: readonly StreamEvent[],
): { id: string; name: string } | undefined {
  const told = story.findLast(({ type }) => type === 'flow_learned');
  if (told?.type !== 'flow_learned') return flows.value?.find(({ id }) => id === `learned_${callId}`);
  const { flow_id: id, name } = told.data;
  return flows.value === undefined ? { id, name } : flows.value.find((flow) => flow.id === id);
}

/** @throws ApiError with the reason nothing can be learned. */
export async function keepWay(
  callId: string,
  wish: BodyOf<'post', '/api/v1/calls/{call_id}/learned-flow'>,
): Promise<Flow> {
  const flow = await call('post', '/api/v1/calls/{call_id}/learned-flow', {
    path: { call_id: callId },
    body: wish,
  });
  await readFlows().catch(() => undefined); // the flow is saved all the same
  return flow;
}
