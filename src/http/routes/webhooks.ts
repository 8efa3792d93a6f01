import * as contract from '../../contract/webhooks.ts';
import { editTags, guardEdit } from '../../contract/edit-tags.ts';
import { deletedView } from '../../contract/values.ts';
import type { WebhookDesk } from '../../webhooks/desk.ts';
import type { Webhook } from '../../domain/webhook.ts';
import { type ApiAnswer, type ApiRequest, type ApiRoute, param } from '../api-route.ts';

export function webhookRoutes(webhooks: WebhookDesk): ApiRoute[] {
  const tag = 'webhooks';
  const shown = { description: 'The webhook, without its secrets.', schema: contract.webhookView };
  const show = (webhook: Webhook): ApiAnswer => ({
    status: 200,
    body: contract.viewWebhook(webhook),
    editTag: editTags.webhook(webhook),
  });
  const guard = ({ ifMatch }: ApiRequest) => guardEdit('the webhook', ifMatch, editTags.webhook);
  const sample = async () => ({ params: { webhook_id: (await webhooks.list())[0]?.id } });
  return [
    {
      method: 'get',
      path: '/webhooks',
      tag,
      operationId: 'listWebhooks',
      scope: 'read',
      summary: 'List webhooks',
      answers: { 200: { description: 'All webhooks.', schema: contract.webhookListView } },
      handle: async () => ({
        status: 200,
        body: { webhooks: (await webhooks.list()).map(contract.viewWebhook) },
      }),
    },
    {
      method: 'post',
      path: '/webhooks',
      tag,
      operationId: 'createWebhook',
      scope: 'admin',
      summary: 'Send events of some types to a URL, signed',
      description:
        'Signed as specified at standardwebhooks.com: headers webhook-id, webhook-timestamp and webhook-signature. Failed deliveries are retried for about eleven hours.',
      hasEditTag: true,
      body: contract.webhookCreateBody,
      answers: {
        201: {
          description: 'The webhook with its secret, which is shown only once.',
          schema: contract.newWebhookView,
        },
      },
      errors: ['conflict'],
      handle: async (request) => {
        const webhook = await webhooks.create(request.body as contract.WebhookCreateBody);
        return {
          status: 201,
          body: { ...contract.viewWebhook(webhook), secret: webhook.secret },
          location: `/api/v1/webhooks/${webhook.id}`,
          editTag: editTags.webhook(webhook),
        };
      },
    },
    {
      method: 'get',
      path: '/webhooks/:webhook_id',
      tag,
      operationId: 'getWebhook',
      sample,
      scope: 'read',
      summary: 'Show a webhook',
      hasEditTag: true,
      answers: { 200: shown },
      errors: ['not_found'],
      handle: async (request) => show(await webhooks.get(param(request, 'webhook_id'))),
    },
    {
      method: 'put',
      path: '/webhooks/:webhook_id',
      tag,
      operationId: 'updateWebhook',
      scope: 'admin',
      summary: 'Change a webhook; absent fields stay as they are',
      takesIfMatch: true,
      hasEditTag: true,
      body: contract.webhookUpdateBody,
      answers: { 200: shown },
      errors: ['not_found'],
      handle: async (request) => {
        const changes = request.body as contract.WebhookUpdateBody;
        return show(await webhooks.update(param(request, 'webhook_id'), changes, guard(request)));
      },
    },
    {
      method: 'delete',
      path: '/webhooks/:webhook_id',
      tag,
      operationId: 'deleteWebhook',
      scope: 'admin',
      summary: 'Delete a webhook and its pending deliveries',
      takesIfMatch: true,
      answers: { 200: { description: 'The webhook was deleted.', schema: deletedView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'webhook_id');
        await webhooks.remove(id, guard(request));
        return { status: 200, body: { id, deleted: true } };
      },
    },
    {
      method: 'post',
      path: '/webhooks/:webhook_id/test',
      tag,
      operationId: 'testWebhook',
      scope: 'admin',
      summary: 'Send a signed message of the type "test" once, now, and report the result',
      answers: { 200: { description: 'What the receiver answered.', schema: contract.webhookTestView } },
      errors: ['not_found', 'conflict'],
      handle: async (request) => {
        const { succeeded, responseCode, error } = await webhooks.test(param(request, 'webhook_id'));
        return { status: 200, body: { delivered: succeeded, response_code: responseCode, error } };
      },
    },
    {
      method: 'get',
      path: '/webhooks/:webhook_id/deliveries',
      tag,
      operationId: 'listWebhookDeliveries',
      sample,
      scope: 'read',
      summary: 'List what was sent, newest first; kept for a week',
      query: contract.deliveriesQuery,
      answers: { 200: { description: 'Deliveries.', schema: contract.deliveryListView } },
      errors: ['not_found'],
      handle: async (request) => {
        const { limit } = request.query as contract.DeliveriesQuery;
        const deliveries = await webhooks.deliveries(param(request, 'webhook_id'), limit);
        return { status: 200, body: { deliveries: deliveries.map(contract.viewDelivery) } };
      },
    },
  ];
}
