import type { CallStore, Journal } from '../calls/store.ts';
import type { Log } from '../log/log.ts';
import { createWebhookDesk, type WebhookDesk } from './desk.ts';
import { type DispatcherNeeds, WebhookDispatcher } from './dispatcher.ts';
import type { AddressGuard } from './address-guard.ts';
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
  /** Decides which addresses webhooks may reach. */
  guard: AddressGuard;
}

/** Everything about sending events to webhooks. */
export function createWebhooks(needs: WebhooksNeeds): Webhooks {
  const { guard, log, ...others } = needs;
  const send = needs.send ?? createSender({ log, guard });
  const dispatcher = new WebhookDispatcher({ ...others, log, send });
  const stopping = new AbortController();
  return {
    desk: createWebhookDesk({
      store: needs.store,
      journal: needs.journal,
      send,
      guard,
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
