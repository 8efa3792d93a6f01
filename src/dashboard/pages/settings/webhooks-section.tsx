import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookRow } from './webhook-row.tsx';
import type { Webhook } from './webhook-texts.ts';

/** Where events are sent. */
export function WebhooksSection({ id }: { id: string }) {
  const webhooks = useSignal<readonly Webhook[] | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const isMaking = useSignal(false);
  const made = useSignal<{ id: string; secret: string } | undefined>(undefined);
  const read = async () => {
    try {
      webhooks.value = (await call('get', '/api/v1/webhooks')).webhooks;
      fault.value = undefined;
    } catch (error) {
      fault.value = explain(error);
    }
  };
  useEffect(() => void read(), []);
  const known = webhooks.value;
  return (
    <section id={id} aria-labelledby={`${id}-name`}>
      <div class="row sec-head">
        <h2 class="grow" id={`${id}-name`}>
          Webhooks
        </h2>
        <button type="button" class="btn sm" onClick={() => (isMaking.value = true)}>
          <Icon name="plus" />
          New webhook
        </button>
      </div>
      {fault.value === undefined ? null : (
        <p class="err" role="alert">
          <Icon name="circle-alert" />
          <span>{fault}</span>
        </p>
      )}
      <div class="card list">
        {isMaking.value ? (
          <NewWebhook
            onClose={() => (isMaking.value = false)}
            onMade={(created) => {
              made.value = created;
              isMaking.value = false;
              void read();
            }}
          />
        ) : null}
        {known !== undefined && known.length === 0 && !isMaking.value ? (
          <p class="row0 muted">
            None yet. A webhook tells another program, or your phone through ntfy, what happens.
          </p>
        ) : null}
        {(known ?? []).map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            secret={made.value?.id === webhook.id ? made.value.secret : undefined}
            changed={() => void read()}
          />
        ))}
      </div>
    </section>
  );
}
