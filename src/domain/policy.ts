import { AppError } from './errors.ts';
import { parsePhoneNumber } from './phone-number.ts';

/** What the owner allows to be dialled. Every dial asks here: calls, flows, transfers to external numbers. */
export interface SpendPolicy {
  /** Country calling codes without `+`; empty refuses everything. */
  allowedCountryCodes: readonly string[];
  /** E.164 prefixes with `+`. */
  blockedPrefixes: readonly string[];
  maxConcurrentCalls: number;
  maxCallsPerHour: number;
}

/** What is under way when a dial is asked for. */
export interface DialLoad {
  /** Calls that are not over, the one that asks not counted. */
  activeCalls: number;
  /** Calls begun in the last hour, the one that asks not counted. */
  callsInLastHour: number;
}

/**
 * The one decision about dialling.
 * @returns the number in E.164.
 * @throws AppError `invalid` (no number), `refused` (a rule, which is named), `conflict` (the concurrency limit).
 */
export function permitDial(
  typedNumber: string,
  policy: SpendPolicy,
  load: DialLoad,
  field = 'number',
): string {
  const number = permitNumber(typedNumber, policy, field);
  if (load.callsInLastHour >= policy.maxCallsPerHour)
    throw new AppError(
      'refused',
      `max_calls_per_hour: ${policy.maxCallsPerHour} calls were begun in the last hour; raise MAX_CALLS_PER_HOUR or wait`,
    );
  if (load.activeCalls >= policy.maxConcurrentCalls)
    throw new AppError(
      'conflict',
      `max_concurrent_calls: ${policy.maxConcurrentCalls} calls are under way already; end one or raise MAX_CONCURRENT_CALLS`,
    );
  return number;
}

/** The rules about the number alone: country, premium rate, blocked prefixes, emergency. */
export function permitNumber(typedNumber: string, policy: SpendPolicy, field = 'number'): string {
  const number = parsePhoneNumber(typedNumber, field);
  if (policy.allowedCountryCodes.length === 0)
    throw new AppError(
      'refused',
      'allowed_country_codes: no country may be dialled; set ALLOWED_COUNTRY_CODES or CALLER_ID',
    );
  if (!policy.allowedCountryCodes.includes(number.countryCode))
    throw new AppError(
      'refused',
      `allowed_country_codes: +${number.countryCode} is not among the allowed codes (${policy.allowedCountryCodes.map((code) => `+${code}`).join(', ')})`,
    );
  const blocked = policy.blockedPrefixes.find((prefix) => number.e164.startsWith(prefix));
  if (blocked !== undefined)
    throw new AppError('refused', `blocked_prefixes: "${field}" begins with ${blocked}, which is blocked`);
  if (number.isPremiumRate)
    throw new AppError('refused', `blocked_prefixes: "${field}" is a premium-rate number`);
  return number.e164;
}

/**
 * Premium-rate and satellite ranges that fraud uses, blocked unless the owner sets his own list
 * (ITU-T E.164 assigned codes; national plans of the countries named).
 */
export const defaultBlockedPrefixes: readonly string[] = [
  '+1900', // NANP premium rate
  '+1976',
  '+979', // international premium rate
  '+870', // satellite networks
  '+881',
  '+882',
  '+883',
  '+449', // UK 09 and 087x
  '+44871',
  '+44872',
  '+44873',
  '+49900', // Germany
  '+43900', // Austria
  '+43930',
  '+41900', // Switzerland
  '+41901',
  '+41906',
  '+3389', // France
  '+34803', // Spain
  '+34806',
  '+34807',
  '+34905',
  '+39899', // Italy
  '+39892',
  '+31900', // Netherlands
  '+31906',
  '+31909',
  '+3290', // Belgium
  '+61190', // Australia
];
