import Joi from 'joi';
import { eventTypes } from '../domain/events.ts';
import {
  deliveryStates,
  faultOf,
  findUrlFault,
  type ListedDelivery,
  type Webhook,
  type WebhookDraft,
  webhookFormats,
} from '../domain/webhook.ts';
import { toIso, toIsoOrNull } from './call-views.ts';
import { checked, filledLine, line, readOnly, timestamp } from './values.ts';

const fields = {
  name: filledLine(100),
  url: checked(line(2000).invalid(''), findUrlFault).example(
    'http://homeassistant.local:8123/api/webhook/holdfast',
  ),
  format: Joi.string()
    .valid(...webhookFormats)
    .description('json: the event as the event stream shows it; ntfy: a notification for a person'),
  types: Joi.array()
    .items(Joi.string().valid(...eventTypes))
    .min(1)
    .unique()
    .description('the event types to send'),
  authorization: Joi.string()
    .pattern(/^(?=.*\S)[\x20-\x7e]{1,500}$/)
    .allow(null)
    .description('sent as the Authorization header; never shown')
    .messages({ 'string.pattern.base': '{#label} must be 1 to 500 visible ASCII characters' }),
  enabled: Joi.boolean(),
};

export const webhookCreateBody = Joi.object({
  ...fields,
  name: fields.name.required(),
  url: fields.url.required(),
  types: fields.types.required(),
}).example({
  name: 'Home Assistant',
  url: 'http://192.168.1.10:8123/api/webhook/holdfast-2f8c1b7e',
  types: ['human_detected', 'call_ended', 'call_failed'],
});
export type WebhookCreateBody = WebhookDraft;

export const webhookUpdateBody = Joi.object({
  ...fields,
  id: readOnly(),
  secret: readOnly(),
  fault: readOnly(),
  has_authorization: readOnly(),
  created_at: readOnly(),
  updated_at: readOnly(),
}).example({ types: ['human_detected', 'person_likely'], enabled: true });
export type WebhookUpdateBody = Partial<WebhookDraft>;

export const deliveriesQuery = Joi.object({ limit: Joi.number().integer().min(1).max(200).default(50) });
export interface DeliveriesQuery {
  limit: number;
}

export const webhookView = Joi.object({
  id: Joi.string().required(),
  name: Joi.string().required(),
  url: Joi.string().required(),
  format: Joi.string()
    .valid(...webhookFormats)
    .required(),
  types: Joi.array()
    .items(Joi.string().valid(...eventTypes))
    .required(),
  has_authorization: Joi.boolean().required(),
  fault: Joi.string().description('why nothing can be sent; absent if it can'),
  enabled: Joi.boolean().required(),
  created_at: timestamp().required(),
  updated_at: timestamp().required(),
});

export const newWebhookView = webhookView.keys({
  secret: Joi.string().required().description('checks the signatures; shown only once'),
});

export const webhookListView = Joi.object({ webhooks: Joi.array().items(webhookView).required() });

export const webhookTestView = Joi.object({
  delivered: Joi.boolean().required(),
  response_code: Joi.number().integer().allow(null).required(),
  error: Joi.string().allow(null).required(),
});

export const deliveryListView = Joi.object({
  deliveries: Joi.array()
    .items(
      Joi.object({
        event_id: Joi.number().integer().required(),
        type: Joi.string()
          .valid(...eventTypes)
          .allow(null)
          .required()
          .description('the type of the event; null once the event was removed for its age'),
        call_id: Joi.string()
          .allow('', null)
          .required()
          .description('the call of the event; empty if it belongs to none, null like type'),
        state: Joi.string()
          .valid(...deliveryStates)
          .required(),
        attempts: Joi.number().integer().min(0).required(),
        response_code: Joi.number().integer().allow(null).required(),
        error: Joi.string().allow(null).required(),
        created_at: timestamp().required(),
        next_attempt_at: timestamp().allow(null).required().description('null when there is none'),
        finished_at: timestamp().allow(null).required(),
      }),
    )
    .required(),
});

export function viewWebhook(webhook: Webhook) {
  const fault = faultOf(webhook);
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    format: webhook.format,
    types: webhook.types,
    has_authorization: webhook.authorization !== null,
    enabled: webhook.enabled,
    created_at: toIso(webhook.createdAtMs),
    updated_at: toIso(webhook.updatedAtMs),
    ...(fault === undefined ? {} : { fault }),
  };
}

export function viewDelivery(delivery: ListedDelivery) {
  return {
    event_id: delivery.eventId,
    type: delivery.event?.type ?? null,
    call_id: delivery.event?.callId ?? null,
    state: delivery.state,
    attempts: delivery.attempts,
    response_code: delivery.responseCode,
    error: delivery.error,
    created_at: toIso(delivery.createdAtMs),
    next_attempt_at: delivery.state === 'pending' ? toIso(delivery.nextAttemptAtMs) : null,
    finished_at: toIsoOrNull(delivery.finishedAtMs),
  };
}
