import type { CallStore, Journal } from '../calls/store.ts';
import type { Log } from '../log/log.ts';
import { createWebhookDesk, type WebhookDesk } from './desk.ts';
import { type DispatcherDeps, WebhookDispatcher } from './dispatcher.ts';
import type { OwnListeners } from './address-guard.ts';
import { createSender } from './sender.ts';
import type { WebhookStore } from './store.ts';

export interface Webhooks {
  desk: WebhookDesk;
  start(): void;
  stop(): Promise<void>;
}

export interface WebhooksDeps extends Pick<DispatcherDeps, 'send' | 'retryMs'> {
  store: WebhookStore;
  journal: Journal;
  calls: Pick<CallStore, 'get'>;
  log: Log;
  /** Webhooks must not reach these. */
  own?: OwnListeners;
}

/** Everything about sending events elsewhere. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { own, log, ...others } = deps;
  const send = deps.send ?? createSender({ log, ...(own === undefined ? {} : { own }) });
  const dispatcher = new WebhookDispatcher({ ...others, log, send });
  return {
    desk: createWebhookDesk({ store: deps.store, journal: deps.journal, onChange: () => dispatcher.wake() }),
    start: () => dispatcher.start(),
    stop: () => dispatcher.stop(),
  };
}
