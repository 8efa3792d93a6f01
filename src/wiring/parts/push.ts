import type { Config } from '../../config/config.ts';
import type { DeviceStore } from '../../devices/store.ts';
import type { Log } from '../../log/log.ts';
import { Pusher } from '../../push/pusher.ts';
import { contactOf, openVapid } from '../../push/vapid.ts';
import type { Store } from '../../store/open.ts';
import { AddressGuard } from '../../webhooks/address-guard.ts';
import { createSender } from '../../webhooks/sender.ts';
import { ownListeners } from '../network/own-hosts.ts';

/** Added to the time that a device rings: a phone that was just reached may still have to wake up. */
const graceSeconds = 20;

/** Messages to the owner's browsers. */
export function createPusher({
  config,
  store,
  log,
}: {
  config: Config;
  store: Pick<Store, 'push' | 'journal' | 'calls'> & { devices: Pick<DeviceStore, 'get'> };
  log: Log;
}): Pusher {
  const { allowsPrivatePushServices, deviceRingSeconds, publicUrl } = config;
  return new Pusher({
    store: store.push,
    journal: store.journal,
    calls: store.calls,
    credentialOf: async (deviceId) => (await store.devices.get(deviceId))?.credentialId ?? undefined,
    openVapid: () => openVapid(store.push, contactOf(publicUrl), log),
    send: createSender({
      log,
      guard: new AddressGuard(ownListeners(config), { publicOnly: !allowsPrivatePushServices }),
      what: 'a push service',
    }),
    allowsPrivateServices: allowsPrivatePushServices,
    ttlSeconds: deviceRingSeconds + graceSeconds,
    log,
  });
}
