import { writeNumber } from './formats.ts';

/** Who a call is with: the company where one is known, else the number as people write it. */
export function nameOf(view: { number: string; company?: string | null }): string {
  const company = view.company ?? '';
  return company === '' ? writeNumber(view.number) : company;
}
