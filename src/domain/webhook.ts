import type { EventType } from './events.ts';
import { UnreadableSecret } from './unreadable-secret.ts';

export const webhookFormats = ['json', 'ntfy'] as const;
/** `json`: the event as the event stream shows it. `ntfy`: a notification for a person. */
export type WebhookFormat = (typeof webhookFormats)[number];

/** Where events are sent. */
export interface Webhook {
  id: string;
  name: string;
  url: string;
  format: WebhookFormat;
  types: EventType[];
  /** `whsec_` and base64, as in Standard Webhooks. */
  secret: string | UnreadableSecret;
  /** Sent as the `Authorization` header; null: none. */
  authorization: string | UnreadableSecret | null;
  enabled: boolean;
  /** The newest event that was turned into deliveries. */
  cursor: number;
  createdAtMs: number;
  updatedAtMs: number;
}

/** As requested by the owner. */
export interface WebhookDraft {
  name: string;
  url: string;
  format?: WebhookFormat | undefined;
  types: EventType[];
  authorization?: string | null | undefined;
  enabled?: boolean | undefined;
}

/** What is wrong with the form of a URL to send to, as it follows the name of the field in a sentence; undefined if nothing is. */
export function findUrlFault(typed: string): string | undefined {
  if (!URL.canParse(typed)) return 'must be a URL';
  const { protocol, username, password, hash } = new URL(typed);
  if (protocol !== 'http:' && protocol !== 'https:') return 'must begin with http:// or https://';
  if (username !== '' || password !== '')
    return 'must not contain a user or a password ("authorization" is for those)';
  return hash === '' ? undefined : 'must not contain a fragment';
}

/** A webhook that can be sent to. */
export type UsableWebhook = Webhook & { secret: string; authorization: string | null };

/** Why nothing can be sent to it; undefined for a usable one. */
export function faultOf({ secret, authorization }: Webhook): string | undefined {
  for (const each of [secret, authorization])
    if (each instanceof UnreadableSecret)
      return `its secret cannot be read: ${each.why}; or delete the webhook and create it again`;
  return undefined;
}

export function isUsable(webhook: Webhook): webhook is UsableWebhook {
  return faultOf(webhook) === undefined;
}

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One event on its way to one webhook. */
export interface Delivery {
  id: number;
  webhookId: string;
  eventId: number;
  state: DeliveryState;
  attempts: number;
  nextAttemptAtMs: number;
  responseCode: number | null;
  error: string | null;
  createdAtMs: number;
  finishedAtMs: number | null;
}

/** A delivery with the event that it carries; null once that was removed for its age. */
export interface ListedDelivery extends Delivery {
  event: { type: EventType; callId: string } | null;
}
