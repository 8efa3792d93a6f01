import type { EventType } from '../domain/events.ts';

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
  /** `whsec_` and base64, as Standard Webhooks has it. */
  secret: string;
  /** Sent as the header of that name; null: none. */
  authorization: string | null;
  enabled: boolean;
  /** The newest event that was turned into deliveries. */
  cursor: number;
  createdAtMs: number;
  updatedAtMs: number;
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
