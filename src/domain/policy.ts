import { AppError } from './errors.ts';
import type { NumberKind } from './number-kinds.ts';
import { countryNotAllowed, kindBlocked, noCountryAllowed, prefixBlocked } from './number-refusals.ts';
import { parsePhoneNumber } from './phone-number.ts';

/** What the owner allows to be dialled through the trunk. */
export interface SpendPolicy {
  /** ISO 3166 codes; with no network code either, everything is refused. */
  allowedCountries: readonly string[];
  /** Calling codes without `+` of networks that belong to no country (800, 881, …). */
  allowedNetworkCodes: readonly string[];
  blockedNumberTypes: readonly NumberKind[];
  /** E.164 prefixes with `+`. */
  blockedPrefixes: readonly string[];
  /** E.164 prefixes exempt from `blockedNumberTypes`. */
  allowedPrefixes: readonly string[];
  maxConcurrentCalls: number;
  maxCallsPerHour: number;
  maxCallsPerDay: number | undefined;
  maxMinutesPerDay: number | undefined;
}

/** `call`: a request that would begin one; `far`: its INVITE to the company; `device`: an INVITE to one of the owner's numbers. */
export type DialPurpose = 'call' | 'far' | 'device';

/** Current and past use of the trunk, without the dial that is being decided. */
export interface TrunkUse {
  /** Calls that are not over. */
  activeCalls: number;
  /** Dialled legs that have not ended. */
  openLegs: number;
  /** INVITEs of the last 60 minutes, and those that accepted calls have yet to send. */
  dialsInLastHour: number;
  /** The same for the last 24 hours. */
  dialsInLastDay: number;
  /** Connected minutes in the last 24 hours, those of running legs included. */
  minutesInLastDay: number;
}

/**
 * The one decision about every INVITE on the trunk.
 * @returns the number in E.164.
 * @throws AppError `invalid` (not a number), `refused` (by a rule, which is named), `conflict` (the concurrency limit).
 */
export function permitDial(
  typedNumber: string,
  purpose: DialPurpose,
  policy: SpendPolicy,
  use: TrunkUse,
): string {
  const number = permitNumber(typedNumber, policy);
  permitAmount(policy, use);
  if (purpose !== 'device' && use.activeCalls >= policy.maxConcurrentCalls)
    throw new AppError(
      'conflict',
      `max_concurrent_calls: ${policy.maxConcurrentCalls} calls are under way already; end one or raise MAX_CONCURRENT_CALLS`,
    );
  if (use.openLegs >= maxTrunkLegs(policy))
    throw new AppError(
      'conflict',
      `max_concurrent_calls: the trunk carries ${use.openLegs} legs already, two for each of ${policy.maxConcurrentCalls} calls; end a call or raise MAX_CONCURRENT_CALLS`,
    );
  return number;
}

/** A call has a leg to the company, and one more while its owner is reached through the trunk too. */
export function maxTrunkLegs({ maxConcurrentCalls }: Pick<SpendPolicy, 'maxConcurrentCalls'>): number {
  return 2 * maxConcurrentCalls;
}

function permitAmount(policy: SpendPolicy, use: TrunkUse): void {
  const { maxCallsPerHour, maxCallsPerDay, maxMinutesPerDay } = policy;
  if (use.dialsInLastHour >= maxCallsPerHour)
    throw new AppError(
      'refused',
      `max_calls_per_hour: ${maxCallsPerHour} dials went to the trunk in the last hour; raise MAX_CALLS_PER_HOUR or wait`,
    );
  if (maxCallsPerDay !== undefined && use.dialsInLastDay >= maxCallsPerDay)
    throw new AppError(
      'refused',
      `max_calls_per_day: ${maxCallsPerDay} dials went to the trunk in the last 24 hours; raise MAX_CALLS_PER_DAY or wait`,
    );
  if (maxMinutesPerDay !== undefined && use.minutesInLastDay >= maxMinutesPerDay)
    throw new AppError(
      'refused',
      `max_minutes_per_day: ${maxMinutesPerDay} minutes were spent on the trunk in the last 24 hours; raise MAX_MINUTES_PER_DAY or wait`,
    );
}

/** The rules about the number alone: emergency, country, blocked prefixes, kinds. */
export function permitNumber(typedNumber: string, policy: SpendPolicy, field = 'number'): string {
  const number = parsePhoneNumber(typedNumber, field);
  const { allowedCountries, allowedNetworkCodes } = policy;
  if (allowedCountries.length === 0 && allowedNetworkCodes.length === 0) throw noCountryAllowed();
  const isAllowed =
    number.countries.some((country) => allowedCountries.includes(country)) ||
    allowedNetworkCodes.includes(number.countryCode);
  if (!isAllowed) {
    const allowed = [...allowedCountries, ...allowedNetworkCodes.map((code) => `+${code}`)];
    throw countryNotAllowed(number, allowed, field);
  }
  const blocked = policy.blockedPrefixes.find((prefix) => number.e164.startsWith(prefix));
  if (blocked !== undefined) throw prefixBlocked(blocked, field);
  const isExempt = policy.allowedPrefixes.some((prefix) => number.e164.startsWith(prefix));
  if (policy.blockedNumberTypes.includes(number.kind) && !isExempt) throw kindBlocked(number.kind, field);
  return number.e164;
}
