import { defaultBlockedKinds } from '../../src/domain/number-kinds.ts';
import type { SpendPolicy } from '../../src/domain/policy.ts';

/** A policy that stands in no test's way, but for what premium rate and other countries cost. */
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
