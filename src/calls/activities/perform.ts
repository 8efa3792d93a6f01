import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { adopt } from './adopt.ts';
import { connectDirectly } from './connect-directly.ts';
import { awaitAnswer, reachFarEnd } from './reach-far-end.ts';
import { ringDevices } from './ring-devices.ts';
import { sendBack } from './send-back.ts';
import { talk } from './talk.ts';
import { holdThenRing } from './wait-on-hold.ts';
import { workMenu } from './work-menu.ts';

/** The activity of each plan. */
export async function perform(plan: Plan, call: LiveCall, signal: AbortSignal): Promise<Plan> {
  switch (plan.do) {
    case 'reach_far_end':
      return reachFarEnd(call, signal);
    case 'await_answer':
      return awaitAnswer(call, signal);
    case 'connect_directly':
      return connectDirectly(call, plan.target, signal);
    case 'work_menu':
      return workMenu(call, plan.flowId, signal);
    case 'hold':
      return holdThenRing(call, plan.target, signal);
    case 'ring':
      return ringDevices(call, plan.target, signal);
    case 'talk':
      return talk(call, plan, signal);
    case 'send_back':
      return sendBack(call);
    case 'adopt':
      return adopt(call);
    case 'end':
      return plan;
  }
}
