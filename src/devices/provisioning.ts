import { randomBytes } from 'node:crypto';
import { parseSipUri } from '../domain/device.ts';
import { minuteMs } from '../domain/durations.ts';
import { AppError } from '../domain/errors.ts';
import { sipPort } from '../domain/sip-security.ts';
import type { DeviceStore } from './store.ts';

/** What a phone needs to register here. */
export interface PhoneAccount {
  name: string;
  user: string;
  host: string;
  /** With its port unless that is 5060. */
  server: string;
  password: string;
}

export interface Provisioning {
  /**
   * Lets a phone fetch its account once, within a few minutes. Invalidates the device's earlier code.
   * @throws AppError `not_found`, `conflict` for a device that does not register here.
   */
  offer(deviceId: string): Promise<{ code: string; expiresAtMs: number }>;
  /**
   * @returns the account, only once; undefined when the code was used, has expired or never existed.
   * @throws AppError `unavailable` while the database is away, which uses nothing up.
   */
  take(code: string): Promise<PhoneAccount | undefined>;
}

const offerMs = 10 * minuteMs;

interface Offer {
  deviceId: string;
  /** By the monotonic clock: a time of day that is set back makes no offer longer. */
  endsAtMs: number;
}

/** Offers are kept in memory, at most one per device; after a restart a new one is needed. */
export function createProvisioning(needs: {
  store: Pick<DeviceStore, 'get'>;
  nowMs?: () => number;
  monotonicMs?: () => number;
}): Provisioning {
  const { store, nowMs = Date.now, monotonicMs = () => performance.now() } = needs;
  const offers = new Map<string, Offer>();

  async function readAccount(deviceId: string): Promise<PhoneAccount | undefined> {
    const stored = await store.get(deviceId);
    if (stored === undefined) throw new AppError('not_found', `there is no device "${deviceId}"`);
    const uri = parseSipUri(stored.device.sipUri);
    if (typeof stored.sipPassword !== 'string' || uri === undefined) return undefined;
    const { user, host, port = sipPort } = uri;
    const server = port === sipPort ? host : `${host}:${port}`;
    return { name: stored.device.name, user, host, server, password: stored.sipPassword };
  }

  return {
    async offer(deviceId) {
      if ((await readAccount(deviceId)) === undefined)
        throw new AppError(
          'conflict',
          `the device "${deviceId}" does not register here, or its password cannot be read`,
        );
      const atMs = monotonicMs();
      for (const [code, each] of offers)
        if (each.deviceId === deviceId || each.endsAtMs <= atMs) offers.delete(code);
      const code = randomBytes(32).toString('base64url');
      offers.set(code, { deviceId, endsAtMs: atMs + offerMs });
      return { code, expiresAtMs: nowMs() + offerMs };
    },

    async take(code) {
      const offer = offers.get(code);
      offers.delete(code);
      if (offer === undefined || offer.endsAtMs <= monotonicMs()) return undefined;
      try {
        return await readAccount(offer.deviceId);
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return undefined; // removed in the meantime
        offers.set(code, offer); // the phone may ask again
        throw error;
      }
    },
  };
}
