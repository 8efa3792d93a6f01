import { describeError } from '../../domain/errors.ts';
import { maskSteps } from '../../domain/flow-secrets.ts';
import { repairedSteps } from '../../flows/repaired-steps.ts';
import { learnedEventTypes, routeOf } from '../../flows/learned-steps.ts';
import type { LiveCall } from '../live-call.ts';

/** More of these events than any call has. */
const maxEvents = 2_000;

/** For a call that left its flow and got through to somebody: proposes how to repair the flow. Never rejects. */
export async function proposeFlow(call: LiveCall): Promise<void> {
  const { flowId } = call.ledger.call;
  if (flowId === null || !call.needs.settings.exploresMenus) return;
  try {
    await call.ledger.stored;
    const types = [...learnedEventTypes, 'flow_proposed'] as const;
    const events = await call.needs.journal.read(0, { callId: call.id, types }, maxEvents);
    const route = routeOf(events);
    const flow = await call.needs.flows.find(flowId);
    if (route.visits.length === 0 || !route.reachedPerson || flow === undefined) return;
    const repaired = repairedSteps(flow, route, call.ledger.call);
    if ('lacks' in repaired || repaired.failedStep === null || call.ledger.isOver) return;
    const steps = maskSteps(repaired.steps);
    const before = events.findLast((event) => event.type === 'flow_proposed')?.data;
    // The call may have gone on after a false person.
    if (before !== undefined && JSON.stringify(before.steps) === JSON.stringify(steps)) return;
    call.ledger.note({}, ['flow_proposed', { flow_id: flowId, failed_step: repaired.failedStep, steps }]);
  } catch (error) {
    call.needs.log.warn('no flow is proposed', { call: call.id, error: describeError(error) });
  }
}
