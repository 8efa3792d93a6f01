import { defaultBlockedKinds } from '../../src/domain/number-kinds.ts';
import type { SpendPolicy } from '../../src/domain/policy.ts';

/** A policy that allows what tests need, but neither premium rate nor other countries. */
export const openPolicy: SpendPolicy = {
  allowedCountries: ['US'],
  allowedNetworkCodes: [],
  blockedNumberTypes: defaultBlockedKinds,
  blockedPrefixes: [],
  allowedPrefixes: [],
  maxConcurrentCalls: 2,
  maxCallsPerHour: 1_000,
  maxCallsPerDay: undefined,
  maxMinutesPerDay: undefined,
};
