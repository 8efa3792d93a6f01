import { createHmac } from 'node:crypto';
import { viewEvent } from '../contract/events.ts';
import type { Call } from '../domain/call.ts';
import type { EventData, StoredEvent } from '../domain/events.ts';
import type { UsableWebhook } from '../domain/webhook.ts';
import type { OutgoingMessage } from './sender.ts';

type WebhookMessage = OutgoingMessage & { body: string };
/** The call's other party. */
type Party = Pick<Call, 'company' | 'number'>;

/** @param call whose event it is, for a human reader; undefined for events without a call. */
export function composeMessage(
  webhook: UsableWebhook,
  event: StoredEvent,
  call: Party | undefined,
  epochSeconds: number,
): WebhookMessage {
  const message = webhook.format === 'ntfy' ? asNotification(event, call, epochSeconds) : asJson(event);
  return addressed(webhook, message, `evt_${event.id}_${webhook.id}`, epochSeconds);
}

/** Not an event: tests whether a receiver responds. */
export function composeTest(webhook: UsableWebhook, messageId: string, epochMs: number): WebhookMessage {
  const text = `The webhook "${webhook.name}" of Holdfast works.`;
  const isNote = webhook.format === 'ntfy';
  const body = isNote
    ? text
    : JSON.stringify({
        type: 'test',
        call_id: '',
        timestamp: new Date(epochMs).toISOString(),
        data: { webhook: webhook.id, text },
      });
  const headers: Record<string, string> = isNote
    ? { 'Content-Type': 'text/plain; charset=utf-8', Title: 'Test', Priority: 'default', Tags: 'bell' }
    : { 'Content-Type': 'application/json' };
  return addressed(webhook, { headers, body }, messageId, Math.floor(epochMs / 1000));
}

function addressed(
  webhook: UsableWebhook,
  { headers, body }: WebhookMessage,
  messageId: string,
  epochSeconds: number,
): WebhookMessage {
  return {
    body,
    headers: {
      ...headers,
      'User-Agent': 'holdfast',
      ...signatureHeaders(webhook.secret, messageId, epochSeconds, body),
      ...(webhook.authorization === null ? {} : { Authorization: webhook.authorization }),
    },
  };
}

/**
 * The three headers of Standard Webhooks (standardwebhooks.com): HMAC-SHA-256 over id, time and body, so that a
 * receiver can reject forged or old messages; libraries exist for most languages.
 */
function signatureHeaders(
  secret: string,
  messageId: string,
  epochSeconds: number,
  body: string,
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${epochSeconds}.${body}`).digest('base64');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(epochSeconds),
    'webhook-signature': `v1,${signature}`,
  };
}

function asJson(event: StoredEvent): WebhookMessage {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(viewEvent(event)) };
}

/** ntfy's publishing by headers: the body is the text; titles and tags are ASCII. */
function asNotification(event: StoredEvent, call: Party | undefined, epochSeconds: number): WebhookMessage {
  const ageMinutes = Math.floor((epochSeconds - event.atMs / 1000) / 60);
  const { title, text, priority, tags } = inTime(
    describe(event, call === undefined ? 'a number' : nameOf(call)),
    ageMinutes,
  );
  return {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', Title: title, Priority: priority, Tags: tags },
    body: text,
  };
}

/** After this a phone has stopped ringing. */
const lateMinutes = 2;

/** A message that is delivered after an outage, up to half a day later, must not call anybody to the phone. */
function inTime(notification: Notification, ageMinutes: number): Notification {
  if (ageMinutes < lateMinutes) return notification;
  const age = ageMinutes < 120 ? `${ageMinutes} minutes` : `${Math.floor(ageMinutes / 60)} hours`;
  return { ...notification, text: `${age} ago: ${notification.text}`, priority: 'low' };
}

interface Notification {
  title: string;
  text: string;
  priority: 'min' | 'low' | 'default' | 'high' | 'urgent';
  tags: string;
}

function nameOf({ company, number }: Party): string {
  return company === '' ? number : `${company} (${number})`;
}

function describe(event: StoredEvent, name: string): Notification {
  switch (event.type) {
    case 'human_detected':
      return {
        title: 'A person answered',
        text: `A person is on the line with ${name}.`,
        priority: 'urgent',
        tags: 'telephone_receiver',
      };
    case 'person_likely':
      return {
        title: 'A person may have answered',
        text: `Probably a person is on the line with ${name}.`,
        priority: 'high',
        tags: 'telephone_receiver',
      };
    case 'menu_needs_owner':
      return {
        title: 'A phone menu needs you',
        text: `${name}: ${event.data.reason}. Open the call and press the keys.`,
        priority: 'high',
        tags: 'keyboard',
      };
    case 'hold_resumed':
      return {
        title: 'Waiting again',
        text: `On hold with ${name} again: ${event.data.reason}.`,
        priority: 'low',
        tags: 'hourglass',
      };
    case 'call_failed':
      return {
        title: 'Call failed',
        text: `${name}: ${event.data.error}`,
        priority: 'high',
        tags: 'warning',
      };
    case 'device_offline':
      return {
        title: 'Phone unreachable',
        text: `${event.data.name} is offline and will not ring.`,
        priority: 'default',
        tags: 'no_mobile_phones',
      };
    case 'device_online':
      return {
        title: 'Phone reachable',
        text: `${event.data.name} is online and will ring.`,
        priority: 'low',
        tags: 'iphone',
      };
    case 'gateway_status':
      return {
        title: 'Gateway',
        text: describeGateway(event.data),
        priority: 'default',
        tags: 'electric_plug',
      };
    case 'device_failed':
      return {
        title: 'Phone did not answer',
        text: `${event.data.name}: ${event.data.reason}`,
        priority: 'high',
        tags: 'warning',
      };
    case 'call_ended':
      return {
        title: 'Call ended',
        text: `The call with ${name} is over (${event.data.reason}).`,
        priority: 'low',
        tags: 'telephone',
      };
    case 'hold_detected':
      return {
        title: 'On hold',
        text: `Waiting on hold with ${name}.`,
        priority: 'low',
        tags: 'hourglass',
      };
    default:
      return { title: event.type.replaceAll('_', ' '), text: name, priority: 'low', tags: 'telephone' };
  }
}

function describeGateway({ asterisk, trunk }: EventData['gateway_status']): string {
  if (!asterisk) return 'Asterisk is unavailable: no calls can be placed.';
  if (trunk === false)
    return 'Asterisk is available, and the trunk is not: it does not answer, or does not accept the registration.';
  return trunk === null ? 'Asterisk is available.' : 'Asterisk and the trunk are available.';
}
