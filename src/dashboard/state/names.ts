import { writeNumber } from './formats.ts';

/** Who a call is with: the company where one is known, else the number as people write it. */
export function nameOf({ number, company }: { number: string; company: string }): string {
  return company === '' ? writeNumber(number) : company;
}
