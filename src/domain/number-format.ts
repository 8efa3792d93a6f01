/** How a trunk wants numbers: with the `+` of E.164, after a prefix for international calls, or as country code and number alone. */
export const numberFormats = ['e164', '00', '011', 'digits'] as const;
export type NumberFormat = (typeof numberFormats)[number];

const prefixes: Record<NumberFormat, string> = { e164: '+', '00': '00', '011': '011', digits: '' };

/** @param e164 `+` and digits. */
export function formatNumber(e164: string, format: NumberFormat): string {
  return prefixes[format] + e164.slice(1);
}
