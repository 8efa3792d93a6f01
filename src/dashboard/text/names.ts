import { writeNumber } from './formats.ts';

/** Who the call is with: the company if known, else the formatted number. */
export function nameOf({ number, company }: { number: string; company: string }): string {
  return company === '' ? writeNumber(number) : company;
}
