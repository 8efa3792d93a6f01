import { describeError } from '../../domain/errors.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { adopt } from './adopt.ts';
import { awaitDue } from './await-due.ts';
import { connectDirectly } from './connect-directly.ts';
import { exploreMenu } from './explore-menu.ts';
import { keepFarWaiting, reachFarEnd } from './reach-far-end.ts';
import { retakeTalk } from './retake-talk.ts';
import { ringDevices } from './ring-devices.ts';
import { talk } from './talk.ts';
import { holdThenRing } from './wait-on-hold.ts';
import { workMenu } from './work-menu.ts';

/** In these nobody talks with the far end. */
const withoutTalk: readonly Plan['do'][] = ['reach_far_end', 'work_menu', 'explore_menu', 'hold', 'ring'];

/** A fault may have interrupted a talk. Alone in its bridge, the far end would be sent nothing; the owner is rung all the same. */
async function leaveTalk(call: LiveCall, plan: Plan): Promise<void> {
  const { farEnd, farIsBridged } = call.legs;
  if (farEnd.state !== 'present' || !farIsBridged) return;
  await keepFarWaiting(call).catch((error: unknown) => {
    if (plan.do !== 'ring') throw error;
    call.needs.log.warn('the far end is still in a bridge', { call: call.id, error: describeError(error) });
  });
}

/** The activity of each plan. */
export async function perform(plan: Plan, call: LiveCall, signal: AbortSignal): Promise<Plan> {
  if (withoutTalk.includes(plan.do)) await leaveTalk(call, plan);
  signal.throwIfAborted();
  switch (plan.do) {
    case 'await_due':
      return awaitDue(call, signal);
    case 'adopt':
      return adopt(call, signal);
    case 'reach_far_end':
      return reachFarEnd(call, signal);
    case 'connect_directly':
      return connectDirectly(call, signal);
    case 'work_menu':
      return workMenu(call, signal);
    case 'explore_menu':
      return exploreMenu(call, plan.heard, signal);
    case 'hold':
      return holdThenRing(call, signal);
    case 'ring':
      return ringDevices(call, plan, signal);
    case 'talk':
      return talk(call, plan, signal);
    case 'retake':
      return retakeTalk(call, plan.lost, signal);
    case 'resume':
    case 'end':
      return plan;
  }
}
