import { isIP } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Log } from '../log/log.ts';
import type { PushStore } from './store.ts';

/** RFC 8292 allows a day; this tolerates a clock that is hours off. */
const tokenSeconds = 12 * 3600;

/** Identifies this service to push services as one sender (VAPID, RFC 8292); browsers subscribe to its key. */
export interface Vapid {
  /** Base64url of the uncompressed public key; a browser's `applicationServerKey`. */
  readonly publicKey: string;
  /** The `Authorization` header for a push service. */
  authorize(endpoint: URL, nowMs: number): Promise<string>;
}

/** Of names that mean nothing on the Internet (RFC 6761, RFC 6762, RFC 8375, and what routers and companies use). */
const privateEndings = /^[^.]*$|\.(?:local|localhost|invalid|test|internal|lan|home|corp|arpa)$/;

/**
 * Whom a push service would turn to. Apple's refuses all messages (403, BadJwtToken) of a contact in a domain that does not exist, such as
 * localhost, .local and .invalid (web-push issue 947). That of no owner serves then; nobody reads it.
 */
export function contactOf(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl);
  const isKnown = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && !privateEndings.test(hostname);
  return protocol === 'https:' && isKnown ? publicUrl : 'mailto:owner@example.com';
}

/**
 * Opens the key that is stored with the other secrets, or generates it at the first start. A key that can no longer be decrypted is
 * replaced: its subscriptions are lost with the same secrets key, and pages subscribe again when they are opened.
 * @param contact for complaints by a push service, `https:` or `mailto:`.
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
async function createVapid(key: JWK, contact: string): Promise<Vapid> {
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
