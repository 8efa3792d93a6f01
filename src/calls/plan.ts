import type { EndReason } from '../domain/call-status.ts';
import type { Leg } from './telephony.ts';

/** Something that plays to the far end until it is told to stop. */
export interface Greeting {
  /** Resolves when nothing plays any more. */
  stop(): Promise<void>;
}

/** What a call does next. Each kind but `end` has its activity, which ends by naming the plan that follows. */
export type Plan =
  | { do: 'reach_far_end' }
  | { do: 'await_answer' }
  | { do: 'connect_directly'; target: string | null }
  | { do: 'work_menu'; flowId: string }
  | { do: 'hold'; target: string | null }
  | { do: 'ring'; target: string | null }
  | { do: 'talk'; deviceId: string; device: Leg; greeting?: Greeting }
  | { do: 'send_back' }
  | { do: 'adopt' }
  | { do: 'end'; reason: EndReason; error?: string };

export function endOf(reason: EndReason, error?: string): Plan {
  return error === undefined ? { do: 'end', reason } : { do: 'end', reason, error };
}
