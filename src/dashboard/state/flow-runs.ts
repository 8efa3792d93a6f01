import { request } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';

/** What the gateway knows of how flows work. */

export interface FlowFault {
  step_id: string | null;
  /** Of the step among the steps. */
  index: number | null;
  field: string | null;
  detail: string;
}

const json = { 'Content-Type': 'application/json' };

/** What is wrong with steps, finished or not. An empty list: they can be stored. */
export async function checkSteps(
  steps: readonly object[],
  flowId: string | undefined,
  signal: AbortSignal,
): Promise<FlowFault[]> {
  const answer = await request<{ faults: FlowFault[] }>('/api/v1/call-flows/check', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ steps, ...(flowId === undefined ? {} : { flow_id: flowId }) }),
    signal,
  });
  return answer.faults;
}

export interface FlowRun {
  call_id: string;
  started_at: string;
  /** Null while the call lasts. */
  succeeded: boolean | null;
  stopped_at: string | null;
  menu_time: number;
}

export async function readRuns(flowId: string): Promise<FlowRun[]> {
  try {
    const path = `/api/v1/call-flows/${encodeURIComponent(flowId)}/runs?limit=8`;
    return (await request<{ runs: FlowRun[] }>(path, { method: 'GET' })).runs;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/** Calls the number and works through the steps, and hangs up before the queue. @returns the call's id. */
export async function tryFlow(
  number: string,
  steps: readonly object[],
  flowId: string | undefined,
  idempotencyKey: string,
): Promise<string> {
  const answer = await request<{ call_id: string }>('/api/v1/call-flows/try', {
    method: 'POST',
    headers: { ...json, 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify({
      number,
      steps,
      stop_before_hold: true,
      ...(flowId === undefined ? {} : { flow_id: flowId }),
    }),
  });
  return answer.call_id;
}
