import type { CallSummary } from '../api/types.ts';
import { writeNumber } from './formats.ts';

/** Who the call is with: the company if known, else the formatted number. */
export function nameOf({ number, company }: { number: string; company: string }): string {
  return company === '' ? writeNumber(number) : company;
}

export const modeTexts: Record<CallSummary['mode'], string> = {
  hold_slayer: 'I wait for you',
  direct: 'I connect you',
  ai_assisted: 'I connect you, with notes',
};

/** The line below the name: what the call is about, else what the name does not say. */
export function subjectOf({
  intent,
  company,
  number,
  mode,
}: Pick<CallSummary, 'intent' | 'company' | 'number' | 'mode'>): string {
  if (intent !== '') return intent;
  return company === '' ? modeTexts[mode] : writeNumber(number);
}
