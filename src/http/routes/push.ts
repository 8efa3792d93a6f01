import { deletedView } from '../../contract/values.ts';
import * as contract from '../../contract/push.ts';
import { AppError } from '../../domain/errors.ts';
import type { Pusher } from '../../push/pusher.ts';
import { type ApiRoute, param } from '../api-route.ts';

/** The browsers to notify while their page is closed (Web Push). */
export function pushRoutes(pusher: Pick<Pusher, 'publicKey' | 'list' | 'subscribe' | 'remove'>): ApiRoute[] {
  const tag = 'push';
  return [
    {
      method: 'get',
      path: '/push-subscriptions',
      tag,
      operationId: 'listPushSubscriptions',
      scope: 'read',
      summary: 'Show the key to subscribe with, and the subscribed browsers',
      answers: {
        200: { description: 'The key and all subscriptions.', schema: contract.pushSubscriptionListView },
      },
      handle: async ({ identity }) => ({
        status: 200,
        body: {
          public_key: pusher.publicKey,
          subscriptions: pusher.list().map((each) => contract.viewPushSubscription(each, identity.id)),
        },
      }),
    },
    {
      method: 'post',
      path: '/push-subscriptions',
      tag,
      operationId: 'subscribeToPush',
      scope: 'admin',
      summary: 'Notify this browser while its page is closed',
      description:
        'The body is what `PushSubscription.toJSON()` returns. There is one subscription for each session or token; it is replaced by the next, and removed with the session or token, or when the push service says that it is gone (404, 410). Messages report a person on the line, a call that ended before you were connected, and a scheduled call that begins; they also wake a browser that is a phone when it must ring. They are encrypted for the browser (RFC 8291).',
      body: contract.pushSubscribeBody,
      answers: { 201: { description: 'The subscription.', schema: contract.pushSubscriptionView } },
      errors: ['conflict'],
      async handle({ identity, body }) {
        // This credential is in no table, so nothing would ever remove the subscription.
        if (identity.id.startsWith('access:'))
          throw new AppError(
            'forbidden',
            "a provider's access token cannot subscribe a browser; sign in at the page",
          );
        const { endpoint, keys } = body as contract.PushSubscribeBody;
        const subscription = await pusher.subscribe(identity.id, { endpoint, ...keys });
        return {
          status: 201,
          location: `/api/v1/push-subscriptions/${subscription.id}`,
          body: contract.viewPushSubscription({ ...subscription, fault: undefined }, identity.id),
        };
      },
    },
    {
      method: 'delete',
      path: '/push-subscriptions/:subscription_id',
      tag,
      operationId: 'unsubscribeFromPush',
      scope: 'admin',
      summary: 'Stop notifying this browser',
      answers: { 200: { description: 'The subscription was removed.', schema: deletedView } },
      errors: ['not_found'],
      handle: async (request) => {
        const id = param(request, 'subscription_id');
        await pusher.remove(id);
        return { status: 200, body: { id, deleted: true } };
      },
    },
  ];
}
