import type { CallMode } from './call.ts';

/** A number that the owner calls often. */
export interface Favourite {
  label: string;
  /** E.164. */
  number: string;
  intent: string;
  callFlowId: string | null;
  mode: CallMode;
}
