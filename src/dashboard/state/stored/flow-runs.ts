import { type BodyOf, call } from '../../api/client.ts';
import type { FlowFault, FlowRun } from '../../api/types.ts';

/** The gateway's checks and trials of flows. */

type Steps = BodyOf<'post', '/api/v1/call-flows/try'>['steps'];

const shownRuns = 8;

/** Faults in the steps, finished or not. An empty list: they can be stored. */
export async function checkSteps(
  steps: Steps,
  flowId: string | undefined,
  signal: AbortSignal,
): Promise<FlowFault[]> {
  const body = { steps, ...(flowId === undefined ? {} : { flow_id: flowId }) };
  return (await call('post', '/api/v1/call-flows/check', { body, signal, background: true })).faults;
}

export async function readRuns(flowId: string): Promise<FlowRun[]> {
  const path = { flow_id: flowId };
  return (await call('get', '/api/v1/call-flows/{flow_id}/runs', { path, query: { limit: shownRuns } })).runs;
}

/** Calls the number, works through the steps and hangs up before the queue. @returns the call's id. */
export async function tryFlow(
  number: string,
  steps: Steps,
  flowId: string | undefined,
  idempotencyKey: string,
): Promise<string> {
  const answer = await call('post', '/api/v1/call-flows/try', {
    body: { number, steps, stop_before_hold: true, ...(flowId === undefined ? {} : { flow_id: flowId }) },
    idempotencyKey,
  });
  return answer.call_id;
}
