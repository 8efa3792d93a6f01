import { useSignal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../controls/use-answer.ts';
import { NewWebhook } from './new-webhook.tsx';
import { Section } from './section.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** The webhooks that receive events. */
export function WebhooksSection({ id }: { id: string }) {
  const webhooks = useAnswer(async () => (await call('get', '/api/v1/webhooks')).webhooks);
  const isMaking = useSignal(false);
  const made = useSignal<{ id: string; secret: string } | undefined>(undefined);
  const known = webhooks.value.value;
  return (
    <Section
      id={id}
      name="Webhooks"
      adds={{ text: 'New webhook', onPress: () => (isMaking.value = true) }}
      fault={webhooks.fault.value}
      again={known === undefined ? () => void webhooks.read() : undefined}
    >
      <div class="card list" hidden={known === undefined && !isMaking.value}>
        {isMaking.value ? (
          <NewWebhook
            onClose={() => (isMaking.value = false)}
            onMade={(created) => {
              made.value = created;
              isMaking.value = false;
              // Its secret must not depend on another read.
              webhooks.value.value = [...(webhooks.value.peek() ?? []), created];
              void webhooks.read();
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
            changed={() => void webhooks.read()}
          />
        ))}
      </div>
    </Section>
  );
}
