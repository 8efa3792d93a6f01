import { AppError } from './errors.ts';
import type { NumberKind } from './number-kinds.ts';
import type { PhoneNumber } from './phone-number.ts';

/** Why a number is not dialled, and which setting would change that (docs/spending.md). Each begins with its rule and the field. */

const regions = new Intl.DisplayNames('en', { type: 'region' });
/** An owner who allows the whole world does not want to read the whole list. */
const maxNames = 6;

export function noCountryAllowed(): AppError {
  return refused(
    'allowed_countries',
    'no country may be called yet. ALLOWED_COUNTRIES must name one, or be left out, with CALLER_ID set',
  );
}

/** @param allowed countries and calling codes with `+`. */
export function countryNotAllowed(
  { countries, countryCode }: Pick<PhoneNumber, 'countries' | 'countryCode'>,
  allowed: readonly string[],
  field: string,
): AppError {
  if (countries.length === 0)
    return refused(
      'allowed_countries',
      `"${field}" is in no country's numbering plan (+${countryCode}). Allowed: ${list(allowed)}`,
    );
  return refused(
    'allowed_countries',
    `"${field}" is in a country that may not be called (${list(countries)}). Allowed: ${list(allowed)}. ` +
      `To call it, add ${countries[0] ?? ''} to ALLOWED_COUNTRIES in the configuration`,
  );
}

export function prefixBlocked(prefix: string, field: string): AppError {
  return refused(
    'blocked_prefixes',
    `"${field}" begins with ${prefix}, a range that may not be called. ` +
      `To call it, set BLOCKED_PREFIXES without ${prefix} in the configuration`,
  );
}

export function kindBlocked(kind: NumberKind, field: string): AppError {
  const rule = 'blocked_number_types';
  if (kind === 'unknown')
    return refused(
      rule,
      `"${field}" is in no numbering plan, so its price is not known (unknown). Check its digits`,
    );
  return refused(
    rule,
    `"${field}" is ${kindNames[kind]}, which may not be called. ` +
      `To call it, set BLOCKED_NUMBER_TYPES without ${kind} in the configuration`,
  );
}

const kindNames: Record<Exclude<NumberKind, 'unknown'>, string> = {
  fixed_line: 'a fixed line',
  mobile: 'a mobile phone',
  fixed_line_or_mobile: 'a fixed line or a mobile phone',
  toll_free: 'a toll-free number',
  voip: 'an Internet telephone',
  premium_rate: 'a premium-rate number',
  shared_cost: 'a shared-cost number',
  personal_number: 'a personal number',
  pager: 'a pager',
  uan: 'a universal access number',
  voicemail: 'a voicemail number',
  service_code: 'a service of the telephone network',
};

function list(places: readonly string[]): string {
  const names = places.slice(0, maxNames).map(nameOf);
  const more = places.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const nameOf = (place: string): string => (/^[A-Z]{2}$/.test(place) ? (regions.of(place) ?? place) : place);

function refused(rule: string, why: string): AppError {
  return new AppError('refused', `${rule}: ${why}`);
}
