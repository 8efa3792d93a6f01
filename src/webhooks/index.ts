import type { CallStore, Journal } from '../calls/store.ts';
import type { Log } from '../log/log.ts';
import { createWebhookDesk, type WebhookDesk } from './desk.ts';
import { type DispatcherNeeds, WebhookDispatcher } from './dispatcher.ts';
import { AddressGuard, type OwnListeners } from './address-guard.ts';
import { createSender } from './sender.ts';
import type { WebhookStore } from './store.ts';

export interface Webhooks {
  desk: WebhookDesk;
  start(): void;
  stop(): Promise<void>;
}

export interface WebhooksNeeds extends Partial<Pick<DispatcherNeeds, 'send' | 'retryMs'>> {
  store: WebhookStore;
  journal: Journal;
  calls: Pick<CallStore, 'get'>;
  log: Log;
  /** Webhooks must not reach these. */
  own?: OwnListeners;
}

/** Everything about sending events to webhooks. */
export function createWebhooks(needs: WebhooksNeeds): Webhooks {
  const { own = { ports: [], elsewhere: [] }, log, ...others } = needs;
  const send = needs.send ?? createSender({ log, own });
  const dispatcher = new WebhookDispatcher({ ...others, log, send });
  const stopping = new AbortController();
  return {
    desk: createWebhookDesk({
      store: needs.store,
      journal: needs.journal,
      send,
      guard: new AddressGuard(own),
      stopping: stopping.signal,
      onChange: () => dispatcher.wake(),
    }),
    start: () => dispatcher.start(),
    stop: () => {
      stopping.abort();
      return dispatcher.stop();
    },
  };
}
