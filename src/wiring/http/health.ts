import { noTrunk } from '../../calls/telephony.ts';
import type { HealthNeeds } from '../../http/routes/health.ts';
import type { Store } from '../../store/open.ts';
import type { AsteriskAge } from '../asterisk/asterisk-age.ts';
import type { Line } from '../asterisk/telephony.ts';
import type { FaultWatch } from '../process/fault-watch.ts';

/** The sources of what `/health` reports. */
export function healthSources({
  version,
  line,
  hasTrunk,
  asteriskAge,
  store,
  faults,
}: {
  version: string;
  line: Pick<Line, 'telephony' | 'asteriskVersion' | 'trunk' | 'registration' | 'trunkFault'>;
  hasTrunk: boolean;
  asteriskAge: AsteriskAge | undefined;
  store: Pick<Store, 'journal' | 'ping'>;
  faults: Pick<FaultWatch, 'count'>;
}): HealthNeeds {
  const { telephony, trunk, registration } = line;
  return {
    version,
    telephonyUnavailable: () => (telephony.upSinceMs() === undefined ? telephony.unavailable() : undefined),
    // Anyone may read it: it does not name the provider.
    trunkFault() {
      if (!hasTrunk) return noTrunk;
      if (line.trunkFault() !== undefined) return 'the trunk cannot be reached; the settings say why';
      return registration.isRegistered === false
        ? 'the trunk does not accept the registration, and may refuse calls; it is tried again'
        : undefined;
    },
    trunkRemark: () =>
      trunk.isReachable === false ? 'it does not answer when asked; calls are tried all the same' : undefined,
    asteriskRelease: () => ({ version: line.asteriskVersion(), ageDays: asteriskAge?.days() }),
    journalFaulty: () => store.journal.faulty,
    journalLosses: () => store.journal.losses,
    pingDatabase: () => store.ping(),
    faultCount: () => faults.count,
  };
}
