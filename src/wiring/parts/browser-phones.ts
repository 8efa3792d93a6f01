import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import type { ArrivingPages } from '../../devices/arriving-pages.ts';
import { BrowserPhones } from '../../devices/browser-phones.ts';
import type { RunningDeviceDesk } from '../../devices/device-desk.ts';
import { describeError } from '../../domain/errors.ts';
import type { IdentityService } from '../../identity/index.ts';
import type { Log } from '../../log/log.ts';
import type { Pusher } from '../../push/pusher.ts';
import type { Store } from '../../store/open.ts';
import { ownNames } from '../network/own-hosts.ts';
import type { Shutdown } from '../process/shutdown.ts';

/** How soon a browser stops being a phone once its session has expired, or a command has revoked its token. */
const lookEveryMs = 10_000;

/** Lets browsers be phones and be reached by push, each for as long as its session or token lasts. */
export async function openBrowserPhones({
  config,
  store,
  devices,
  pages,
  identity,
  pusher,
  shutdown,
  log,
  everyMs = lookEveryMs,
}: {
  config: Pick<Config, 'sip'>;
  store: Pick<Store, 'devices'>;
  devices: RunningDeviceDesk;
  pages: ArrivingPages;
  identity: Pick<IdentityService, 'findUsable' | 'onEnded'>;
  pusher: Pick<Pusher, 'removeOf' | 'removeOrphans'>;
  shutdown: Shutdown;
  log: Log;
  everyMs?: number;
}): Promise<BrowserPhones> {
  const phones = new BrowserPhones({
    desk: devices,
    store: store.devices,
    pages,
    ownHost: ownNames(config)[0] ?? config.sip.domain,
    findUsable: (ids) => identity.findUsable(ids),
    onEnded: (listener) => identity.onEnded(listener),
    log,
  });
  shutdown.add('browser phones', () => phones.close());
  shutdown.add(
    'push subscriptions',
    identity.onEnded((credentialId) => void pusher.removeOf(credentialId)),
  );
  const removeOrphans = async (): Promise<void> => {
    await phones.removeOrphans();
    await pusher.removeOrphans((ids) => identity.findUsable(ids));
  };
  await removeOrphans();
  shutdown.add('browsers that signed out', repeat(removeOrphans, everyMs, log));
  return phones;
}

/** @returns the function that ends it. */
function repeat(removeOrphans: () => Promise<void>, everyMs: number, log: Log): () => Promise<void> {
  const ending = new AbortController();
  /** Each reason is logged once, not for each attempt. */
  let fault: string | undefined;
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await wait(everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (ending.signal.aborted) return;
      try {
        await removeOrphans();
        fault = undefined;
      } catch (error) {
        const why = describeError(error);
        if (why !== fault) log.warn('browsers that signed out are not looked for', { why });
        fault = why;
      }
    }
  };
  const running = run();
  return async () => {
    ending.abort();
    await running;
  };
}
