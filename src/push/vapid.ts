import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Log } from '../log/log.ts';
import type { PushStore } from './store.ts';

/** RFC 8292 allows a day; a clock that is wrong by hours is allowed for. */
const tokenSeconds = 12 * 3600;

/** Says to push services that all messages are of the same sender (VAPID, RFC 8292); browsers subscribe to its key. */
export interface Vapid {
  /** Base64url of the public key, uncompressed; `applicationServerKey` of a browser. */
  readonly publicKey: string;
  /** The value of the header `Authorization` for a push service. */
  authorize(endpoint: URL, nowMs: number): Promise<string>;
}

/**
 * The key that is kept with the other secrets, made at the first start. One that cannot be opened any more is replaced: what was
 * subscribed to it is sealed with the same lost key, and pages subscribe anew when they are opened.
 * @param contact where a push service may complain, `https:` or `mailto:`.
 * @throws AppError `unavailable` without a secrets key.
 */
export async function openVapid(
  store: Pick<PushStore, 'readKey' | 'writeKey' | 'removeAll'>,
  contact: string,
  log: Log,
): Promise<Vapid> {
  const kept = await store.readKey();
  if (kept !== undefined) return createVapid(JSON.parse(kept) as JWK, contact);
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = await exportJWK(privateKey);
  await store.removeAll();
  await store.writeKey(JSON.stringify(key));
  log.info('a key for push messages was made');
  return createVapid(key, contact);
}

/** @param key a private key on P-256. */
export async function createVapid(key: JWK, contact: string): Promise<Vapid> {
  const privateKey = await importJWK(key, 'ES256');
  const [x, y] = [key.x, key.y].map((part) => Buffer.from(part ?? '', 'base64url'));
  const publicKey = Buffer.concat([Buffer.of(4), x ?? Buffer.of(), y ?? Buffer.of()]).toString('base64url');
  return {
    publicKey,
    async authorize(endpoint, nowMs) {
      const token = await new SignJWT({ sub: contact })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setAudience(endpoint.origin)
        .setExpirationTime(Math.floor(nowMs / 1000) + tokenSeconds)
        .sign(privateKey);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}
