/**
 * Call progress tones of the world by frequency and cadence.
 * Source: ITU-T E.180 Supplement 2 (various tones used in national networks); SIT: ITU-T E.180/Q.35; fax: T.30.
 */
export type ProgressTone = 'ringback' | 'busy' | 'congestion';

/** Sets of frequencies that sound together, and where they are used. */
export const progressPairs: readonly {
  frequencies: readonly number[];
  country: string;
  tones: readonly ProgressTone[];
}[] = [
  { frequencies: [440, 480], country: 'us', tones: ['ringback'] },
  { frequencies: [480, 620], country: 'us', tones: ['busy', 'congestion'] },
  { frequencies: [400, 450], country: 'uk', tones: ['ringback'] },
  { frequencies: [400, 425, 450], country: 'au', tones: ['ringback'] },
  { frequencies: [400], country: 'uk', tones: ['ringback', 'busy', 'congestion'] },
  { frequencies: [425], country: 'eu', tones: ['ringback', 'busy', 'congestion'] },
  { frequencies: [440], country: 'fr', tones: ['ringback', 'busy', 'congestion'] },
  { frequencies: [450], country: 'cn', tones: ['ringback', 'busy', 'congestion'] },
];

/** Three rising tones before "the number you have dialled…"; each ≈ 274 or 380 ms. */
export const sitHz: readonly (readonly number[])[] = [[913.8, 985.2], [1370.6, 1428.5], [1776.7]];

export const faxCallingHz = 1100;
export const faxAnswerHz = 2100;

const dtmfRows = [697, 770, 852, 941] as const;
const dtmfColumns = [1209, 1336, 1477, 1633] as const;
const dtmfKeys = ['123A', '456B', '789C', '*0#D'] as const;

/** The DTMF key of two frequencies, each within ±2.2 % (Q.24: accept 1.5 %, refuse 3.5 %). */
export function dtmfKey(firstHz: number, secondHz: number): string | undefined {
  const row = nearest(dtmfRows, Math.min(firstHz, secondHz));
  const column = nearest(dtmfColumns, Math.max(firstHz, secondHz));
  return row < 0 || column < 0 ? undefined : dtmfKeys[row]![column];
}

function nearest(of: readonly number[], hz: number): number {
  return of.findIndex((nominal) => Math.abs(hz - nominal) <= nominal * 0.022);
}
