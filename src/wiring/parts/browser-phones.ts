import type { Config } from '../../config/config.ts';
import { BrowserPhones } from '../../devices/browser-phones.ts';
import type { RunningDeviceDesk } from '../../devices/device-desk.ts';
import type { IdentityService } from '../../identity/index.ts';
import type { Log } from '../../log/log.ts';
import type { Pusher } from '../../push/pusher.ts';
import type { Store } from '../../store/open.ts';
import { ownNames } from '../network/own-hosts.ts';
import type { Shutdown } from '../process/shutdown.ts';

/** Lets browsers be phones and be reached by push, each for as long as its session or token lasts. */
export async function openBrowserPhones({
  config,
  store,
  devices,
  identity,
  pusher,
  shutdown,
  log,
}: {
  config: Pick<Config, 'sip'>;
  store: Pick<Store, 'devices'>;
  devices: RunningDeviceDesk;
  identity: Pick<IdentityService, 'findUsable' | 'onEnded'>;
  pusher: Pick<Pusher, 'removeOf' | 'removeOrphans'>;
  shutdown: Shutdown;
  log: Log;
}): Promise<BrowserPhones> {
  const phones = new BrowserPhones({
    desk: devices,
    store: store.devices,
    ownHost: ownNames(config)[0] ?? config.sip.domain,
    findUsable: (ids) => identity.findUsable(ids),
    onEnded: (listener) => identity.onEnded(listener),
    log,
  });
  shutdown.add('browser phones', () => phones.close());
  await phones.removeOrphans();
  shutdown.add(
    'push subscriptions',
    identity.onEnded((credentialId) => void pusher.removeOf(credentialId)),
  );
  await pusher.removeOrphans((ids) => identity.findUsable(ids));
  return phones;
}
