import type { CallMode } from '../../../api/types.ts';
import type { PlannedTime } from '../../../state/calls/planned-time.ts';
import type { WantedServices } from './services-pick.tsx';

/** The call that was typed and not placed yet: it is still there after a visit to another page, to add a device. */

export const typed = { number: '', intent: '' };

/** What else is chosen for it. */
export interface Choices {
  mode: CallMode;
  flowId: string;
  device: string;
  services: WantedServices;
  /** Undefined: now. */
  planned: PlannedTime | undefined;
  again: boolean;
}

const none: Choices = {
  mode: 'hold_slayer',
  flowId: '',
  device: '',
  services: { recording: false, transcription: false },
  planned: undefined,
  again: false,
};
let chosen = none;

export function keepChoices(choices: Choices): void {
  chosen = choices;
}

/** They belong to what was typed. */
export const keptChoices = (): Choices => (typed.number + typed.intent === '' ? none : chosen);
export const noChoices = (): Choices => none;
