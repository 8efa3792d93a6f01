import type { IconName } from '../icons/names.ts';

/** Flow steps and their faults, in plain words. */

export type StepKind = 'WAIT' | 'LISTEN' | 'DTMF' | 'HOLD' | 'TRANSFER' | 'SPEAK';

export const stepTexts: Record<StepKind, { verb: string; icon: IconName; does: string }> = {
  LISTEN: { verb: 'Listen', icon: 'ear', does: 'until the prompt ends, and choose by what it says' },
  DTMF: { verb: 'Press', icon: 'grip', does: 'keys' },
  WAIT: { verb: 'Wait', icon: 'timer', does: 'some seconds' },
  SPEAK: { verb: 'Say', icon: 'message-square-text', does: 'a sentence' },
  HOLD: { verb: 'Hold', icon: 'pause', does: 'until a person answers' },
  TRANSFER: { verb: 'Ring', icon: 'bell-ring', does: 'your devices' },
};

/** Shown in place of a secret step's digits. */
export const hiddenDigits = '••••';

export interface TextStep {
  type: StepKind;
  dtmf?: string | undefined;
  timeout?: number | undefined;
  text?: string | undefined;
  device?: string | undefined;
  secret?: boolean | undefined;
}

/** `Press 1`, `Hold until a person answers, at most 2 h`. */
export function tellStep(step: TextStep): string {
  const { verb } = stepTexts[step.type];
  switch (step.type) {
    case 'DTMF':
      return `${verb} ${step.secret === true ? hiddenDigits : (step.dtmf ?? '…')}`;
    case 'WAIT':
      return `${verb} ${step.timeout ?? '…'} s`;
    case 'LISTEN':
      return `${verb} until the prompt ends`;
    case 'SPEAK':
      return `${verb} “${step.text ?? '…'}”`;
    case 'HOLD':
      return `${verb} until a person answers`;
    case 'TRANSFER':
      return `${verb} ${step.device ?? 'your devices'}`;
  }
}

/** A fault next to its step; the server's words where the page has none. */
export function tellFault(type: StepKind | undefined, field: string | null, detail: string): string {
  if (field === 'dtmf' && type === 'DTMF') {
    if (/not known/.test(detail)) return 'The hidden digits are not known here. Type them again.';
    return 'Which digits? Type 1 to 32 of 0–9, * and #; w waits half a second.';
  }
  if (field === 'timeout' && /needs/.test(detail)) return 'How many seconds?';
  if (field === 'text' && /needs/.test(detail)) return 'What should be said?';
  if (field === null && /reached/.test(detail)) return 'No step leads here.';
  if (/endless loop/.test(detail)) return 'This loops forever. Put a wait into it.';
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const holds = [300, 900, 1800, 3600, 7200, 14_400];
/** The choices for a HOLD step's time limit, including its current one. */
export function holdChoices(current: number | undefined): { seconds: number; text: string }[] {
  const all =
    current === undefined || holds.includes(current) ? holds : [...holds, current].sort((a, b) => a - b);
  return all.map((seconds) => ({ seconds, text: tellHours(seconds) }));
}

function tellHours(seconds: number): string {
  if (seconds < 3600) return `${Math.round(seconds / 60)} minutes`;
  const hours = seconds / 3600;
  return `${Number.isInteger(hours) ? hours : hours.toFixed(1)} ${hours === 1 ? 'hour' : 'hours'}`;
}
