import { useSignal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { announce } from '../../shell/overlays/announcer.tsx';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Menu } from '../../controls/menu.tsx';
import { Question } from '../../controls/question.tsx';
import { Secret } from '../../controls/secret.tsx';
import { Switch } from '../../controls/switch.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { type Delivery, isFailing, tellTest, tellTries } from './delivery-texts.ts';
import { useLastDelivery } from './use-last-delivery.ts';
import { tellAddress, tellTypes, type Webhook } from './webhook-texts.ts';

interface WebhookRowProps {
  webhook: Webhook;
  /** Shown only this once. */
  secret: string | undefined;
  changed: () => void;
}

/** One webhook: its address, its last delivery, and a test. */
export function WebhookRow({ webhook, secret, changed }: WebhookRowProps) {
  const { id, name, url, types, format, enabled } = webhook;
  // The row is shown without it.
  const last = useLastDelivery(webhook);
  const showsDeliveries = useSignal(false);
  const tested = useSignal<{ isGood: boolean; text: string } | undefined>(undefined);
  const isTesting = useSignal(false);
  const asksToDelete = useSignal(false);
  const fault = useSignal<string | undefined>(undefined);
  const attempt = async (work: () => Promise<unknown>) => {
    fault.value = undefined;
    try {
      await work();
    } catch (error) {
      fault.value = explain(error);
    }
  };
  const test = () =>
    attempt(async () => {
      isTesting.value = true;
      try {
        const result = await call('post', '/api/v1/webhooks/{webhook_id}/test', {
          path: { webhook_id: id },
        });
        const text = tellTest(result);
        tested.value = { isGood: result.delivered, text };
        announce(text);
      } finally {
        isTesting.value = false;
      }
    });
  return (
    <div class="it">
      <div class="row0">
        <span>
          <b>
            {name} {format === 'ntfy' ? <span class="muted sm">ntfy</span> : null}
          </b>
          <span class="muted sm clip">
            {tellAddress(url)} · {tellTypes(types)}
          </span>
        </span>
        <span class="row at-end">
          <State delivery={last} />
          <GatewayButton class="btn sm" disabled={isTesting.value} onClick={() => void test()}>
            Test
          </GatewayButton>
          <Switch
            needsGateway
            label={`Webhook ${name}`}
            isOn={enabled}
            onChange={(on) =>
              void attempt(async () => {
                await call('put', '/api/v1/webhooks/{webhook_id}', {
                  path: { webhook_id: id },
                  body: { enabled: on },
                });
                changed();
              })
            }
          />
          <Menu label={`More for the webhook ${name}`}>
            <GatewayButton onClick={() => (showsDeliveries.value = true)}>
              <Icon name="list" />
              Deliveries
            </GatewayButton>
            <GatewayButton class="hang" onClick={() => (asksToDelete.value = true)}>
              <Icon name="trash-2" />
              Delete
            </GatewayButton>
          </Menu>
        </span>
        {tested.value === undefined ? null : (
          <p class={tested.value.isGood ? 'hint wide-line' : 'err wide-line'} role="status">
            <Icon name={tested.value.isGood ? 'check' : 'circle-alert'} />
            <span>{tested.value.text}</span>
          </p>
        )}
        <Fault className="wide-line" text={fault.value ?? webhook.fault} />
        {last !== undefined && isFailing(last) ? (
          <p class="err wide-line">
            <Icon name="refresh-cw" />
            <span>
              {tellTries(last)}{' '}
              <button type="button" class="link" onClick={() => (showsDeliveries.value = true)}>
                Deliveries
              </button>
            </span>
          </p>
        ) : null}
      </div>
      {secret === undefined ? null : (
        <div class="secret-row">
          <Secret text={secret} what="secret" />
          <p class="hint">The secret that checks the signatures, shown only once.</p>
        </div>
      )}
      {showsDeliveries.value ? (
        <DeliveriesDialog id={id} name={name} onClose={() => (showsDeliveries.value = false)} />
      ) : null}
      {asksToDelete.value ? (
        <Question
          id={`delete-${id}`}
          title={`Delete “${name}”?`}
          yes="Delete"
          onYes={() =>
            void attempt(async () => {
              await call('delete', '/api/v1/webhooks/{webhook_id}', { path: { webhook_id: id } });
              changed();
            })
          }
          onClose={() => (asksToDelete.value = false)}
        >
          Nothing is sent to it any more.
        </Question>
      ) : null}
    </div>
  );
}

function State({ delivery }: { delivery: Delivery | undefined }) {
  if (delivery === undefined) return null;
  if (delivery.state === 'delivered')
    return (
      <span class="chip person">
        <Icon name="check" />
        delivered
      </span>
    );
  if (!isFailing(delivery)) return <span class="chip">on its way</span>;
  return (
    <span class="chip danger">
      <Icon name="circle-alert" />
      <span>{delivery.error ?? 'failed'}</span>
    </span>
  );
}
