import { createECDH, createHash } from 'node:crypto';
import ece from 'http_ece';
import { AppError } from '../domain/errors.ts';
import type { OutgoingMessage } from '../webhooks/sender.ts';
import type { PushNote } from './note.ts';
import type { PushAddress } from './store.ts';
import type { Vapid } from './vapid.ts';

const curve = 'prime256v1';

/**
 * A request to a push service (RFC 8030), its body encrypted for one browser (RFC 8291): the service learns neither
 * company nor number, only that something is urgent.
 * @param ttlSeconds how long the push service keeps it for a browser that is away.
 */
export async function composePush(
  note: PushNote,
  address: PushAddress,
  { vapid, ttlSeconds, nowMs }: { vapid: Vapid; ttlSeconds: number; nowMs: number },
): Promise<OutgoingMessage> {
  const { kind, callId, title, text } = note;
  const privateKey = createECDH(curve);
  privateKey.generateKeys();
  const body = ece.encrypt(Buffer.from(JSON.stringify({ kind, call_id: callId, title, text })), {
    version: 'aes128gcm',
    dh: address.p256dh,
    authSecret: address.auth,
    privateKey,
  });
  return {
    headers: {
      Authorization: await vapid.authorize(new URL(address.endpoint), nowMs),
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': 'aes128gcm',
      TTL: String(Math.max(0, Math.ceil(ttlSeconds))),
      Urgency: note.kind === 'settled' ? 'normal' : 'high',
      Topic: topicOf(callId),
    },
    body,
  };
}

/**
 * One topic per call, at most 32 characters (RFC 8030, section 5.4): the push service keeps only the last message of
 * a topic.
 */
export function topicOf(callId: string): string {
  return createHash('sha256').update(callId).digest('base64url').slice(0, 32);
}

/** @throws AppError `invalid` for keys that cannot encrypt. */
export function requireKeys({ p256dh, auth }: Pick<PushAddress, 'p256dh' | 'auth'>): void {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || !isOnCurve(point))
    throw new AppError('invalid', '"keys.p256dh" must be a public key on P-256, uncompressed, as base64url');
  if (Buffer.from(auth, 'base64url').length !== 16)
    throw new AppError('invalid', '"keys.auth" must be 16 bytes as base64url');
}

function isOnCurve(point: Buffer): boolean {
  const probe = createECDH(curve);
  probe.generateKeys();
  try {
    probe.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
