import { AppError, DatabaseAway, findAppError } from '../../domain/errors.ts';
import type { Flow } from '../../domain/flow.ts';
import { permitSecrets } from '../../flows/secret-policy.ts';
import type { CallLedger } from '../call-ledger.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';

/** The flow of a call as it was read and permitted last. */
const permitted = new WeakMap<CallLedger, Flow>();

/**
 * The call's flow as it is stored now, which may have changed since the call was admitted. While the database is away, the one it had last: a
 * call goes on in its queue.
 * @returns how the call ends if the flow is gone or refused. @throws DatabaseAway if it was not read before
 */
export async function permittedFlow(call: LiveCall): Promise<Flow | Extract<Plan, { do: 'end' }>> {
  const { ledger, needs } = call;
  const flowId = ledger.call.flowId ?? '';
  try {
    const flow = await needs.flows.find(flowId);
    if (flow === undefined) return endOf('flow_failed', `the call flow ${flowId} does not exist any more`);
    await permitSecrets(flow, ledger.call.number, ledger.call.placedWith, needs.flows);
    permitted.set(ledger, flow);
    return flow;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'refused' || error.code === 'conflict'))
      return endOf('refused', error.detail);
    const known = permitted.get(ledger);
    if (known === undefined || !(findAppError(error) instanceof DatabaseAway)) throw error;
    return known;
  }
}
