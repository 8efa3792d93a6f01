import type { AsteriskSide } from '../../asterisk/index.ts';
import type { HealthNeeds } from '../../http/routes/health.ts';
import type { Store } from '../../store/open.ts';
import type { AsteriskAge } from '../asterisk/asterisk-age.ts';
import type { FaultWatch } from '../process/fault-watch.ts';

/** The sources of what `/health` reports. */
export function healthSources({
  version,
  line,
  asteriskAge,
  store,
  faults,
}: {
  version: string;
  line: Pick<AsteriskSide, 'telephony' | 'asteriskVersion'>;
  asteriskAge: AsteriskAge | undefined;
  store: Pick<Store, 'journal' | 'ping'>;
  faults: Pick<FaultWatch, 'count'>;
}): HealthNeeds {
  const { telephony } = line;
  return {
    version,
    telephonyUnavailable: () => (telephony.upSinceMs() === undefined ? telephony.unavailable() : undefined),
    asteriskRelease: () => ({ version: line.asteriskVersion(), ageDays: asteriskAge?.days() }),
    journalFaulty: () => store.journal.faulty,
    journalLosses: () => store.journal.losses,
    pingDatabase: () => store.ping(),
    faultCount: () => faults.count,
  };
}
