import Joi from 'joi';
import type { ShownSubscription } from '../push/pusher.ts';
import { toIso } from './call-views.ts';
import { line, timestamp } from './values.ts';

const key = (bytes: string) =>
  Joi.string()
    .pattern(/^[A-Za-z0-9_-]{1,200}={0,2}$/)
    .required()
    .description(bytes)
    .messages({ 'string.pattern.base': '{#label} must be base64url' });

/** What a browser's `PushSubscription.toJSON()` returns (W3C Push API). */
export const pushSubscribeBody = Joi.object({
  endpoint: line(2000).invalid('').required(),
  expirationTime: Joi.number().allow(null).description('ignored: the push service reports when it ends'),
  keys: Joi.object({
    p256dh: key('a public key on P-256, uncompressed'),
    auth: key('16 random bytes'),
  }).required(),
}).example({
  endpoint: 'https://push.example.net/send/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  // RFC 8291, section 5.
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});
export interface PushSubscribeBody {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export const pushSubscriptionView = Joi.object({
  id: Joi.string().required(),
  service: Joi.string()
    .required()
    .description('the host of the push service; the rest of the address is kept secret'),
  is_own: Joi.boolean().required().description('whether it belongs to the session or token of this request'),
  fault: Joi.string()
    .allow(null)
    .required()
    .description('why the last message was not accepted; null when it was'),
  created_at: timestamp().required(),
});

export const pushSubscriptionListView = Joi.object({
  public_key: Joi.string()
    .required()
    .description('`applicationServerKey` for a browser that subscribes (RFC 8292), base64url'),
  subscriptions: Joi.array().items(pushSubscriptionView).required(),
});

export function viewPushSubscription(
  { id, endpoint, credentialId, createdAtMs, fault }: ShownSubscription,
  ownCredentialId: string,
) {
  return {
    id,
    service: new URL(endpoint).host,
    is_own: credentialId === ownCredentialId,
    fault: fault ?? null,
    created_at: toIso(createdAtMs),
  };
}
