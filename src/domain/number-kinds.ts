/** How a number is charged: libphonenumber's types, and two more that it does not distinguish. */
export const numberKinds = [
  'fixed_line',
  'mobile',
  'fixed_line_or_mobile',
  'toll_free',
  'voip',
  'premium_rate',
  'shared_cost',
  'personal_number',
  'pager',
  'uan',
  'voicemail',
  /** A service of the network behind a geographic number: N11, directory assistance. */
  'service_code',
  /** In no numbering plan: its price is unknown. */
  'unknown',
] as const;
export type NumberKind = (typeof numberKinds)[number];

/** Kinds whose price is set by the called side, or is unknown. */
export const defaultBlockedKinds: readonly NumberKind[] = [
  'premium_rate',
  'shared_cost',
  'personal_number',
  'pager',
  'uan',
  'voicemail',
  'service_code',
  'unknown',
];

/**
 * Kinds that libphonenumber takes for ordinary numbers of the North American plan, or for no number at all: 976 is assigned to
 * premium services in every area code; N11 and 555-1212 are services of the network, as area code and as exchange (nanpa.com,
 * central office code assignment guidelines, section 4).
 */
export function northAmericanKind(e164: string): NumberKind | undefined {
  const [, areaCode = '', exchange = '', line = ''] = /^\+1(...)(...)(....)$/.exec(e164) ?? [];
  if (areaCode === '') return undefined;
  if (areaCode === '976' || (exchange === '976' && !isTollFree(areaCode))) return 'premium_rate';
  if (isServiceCode(areaCode) || (isServiceCode(exchange) && !isTollFree(areaCode))) return 'service_code';
  if (exchange === '555' && line === '1212') return 'service_code';
  return undefined;
}

function isServiceCode(digits: string): boolean {
  return /^[2-9]11$/.test(digits);
}

function isTollFree(areaCode: string): boolean {
  return /^8(?:00|33|44|55|66|77|88)$/.test(areaCode);
}
