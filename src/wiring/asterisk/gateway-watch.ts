import type { Journal } from '../../calls/store.ts';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';

/** What `gateway_status` reports. */
export interface GatewayStatus {
  asterisk: boolean;
  /** Null: unknown, or there is no trunk. */
  trunk: boolean | null;
}

export interface GatewayWatchNeeds {
  status: () => GatewayStatus;
  /** Each reports that the status may have changed. @returns the function that ends it. */
  sources: readonly ((changed: () => void) => () => void)[];
  journal: Pick<Journal, 'record'>;
  log: Log;
}

/** Records an event whenever Asterisk or the trunk becomes available or unavailable. @returns the function that ends it. */
export function watchGateway({ status, sources, journal, log }: GatewayWatchNeeds): () => void {
  let reported = status();
  function look(): void {
    const now = status();
    if (now.asterisk === reported.asterisk && now.trunk === reported.trunk) return;
    reported = now;
    log.info('Asterisk or the trunk became available or unavailable', { ...now });
    journal
      .record({ events: [{ type: 'gateway_status', callId: '', atMs: Date.now(), data: now }] })
      .catch((error: unknown) =>
        log.warn('a change of the gateway was not recorded', { why: describeError(error) }),
      );
  }
  const ends = sources.map((source) => source(look));
  return () => {
    for (const end of ends) end();
  };
}
