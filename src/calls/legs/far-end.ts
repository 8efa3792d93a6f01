import type { Leg } from '../telephony.ts';

/**
 * The state of a call's far end, which decides what the call can do now. Whether there is a leg would not be enough: one may be about to be
 * dialled, or about to be found after a restart.
 */
export type FarEnd =
  /** Not dialled yet: mode direct rings the owner first. */
  | { state: 'none' }
  /** The INVITE is being sent. */
  | { state: 'dialling' }
  /** An earlier process dialled it; it has not been found in Asterisk yet. */
  | { state: 'adopting' }
  | { state: 'present'; leg: Leg }
  | { state: 'gone' };
