import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Answer, call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { announce } from '../../shell/overlays/announcer.tsx';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Menu } from '../../controls/menu.tsx';
import { Question } from '../../controls/question.tsx';
import { Secret } from '../../controls/secret.tsx';
import { Switch } from '../../controls/switch.tsx';
import { nameMoment } from '../../text/days.ts';
import { tellAddress, tellTypes, type Webhook } from './webhook-texts.ts';

type Delivery = Answer<'get', '/api/v1/webhooks/{webhook_id}/deliveries'>['deliveries'][number];

interface WebhookRowProps {
  webhook: Webhook;
  /** Shown only this once. */
  secret: string | undefined;
  changed: () => void;
}

/** One webhook: its address, its last delivery, and a test. */
export function WebhookRow({ webhook, secret, changed }: WebhookRowProps) {
  const { id, name, url, types, format, enabled } = webhook;
  const last = useSignal<Delivery | undefined>(undefined);
  const tested = useSignal<{ isGood: boolean; text: string } | undefined>(undefined);
  const isTesting = useSignal(false);
  const asksToDelete = useSignal(false);
  const fault = useSignal<string | undefined>(undefined);
  useEffect(() => {
    call('get', '/api/v1/webhooks/{webhook_id}/deliveries', {
      path: { webhook_id: id },
      query: { limit: 1 },
    }).then(
      ({ deliveries }) => (last.value = deliveries[0]),
      () => undefined, // the row is shown without it
    );
  }, [id]);
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
        const code = result.response_code === null ? '' : ` (${result.response_code})`;
        const text = result.delivered ? `Delivered${code}` : `${result.error ?? 'Not delivered'}${code}`;
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
          <State delivery={last.value} />
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
        {last.value?.state === 'pending' && last.value.attempts > 0 && last.value.next_attempt_at !== null ? (
          <p class="err wide-line">
            <Icon name="refresh-cw" />
            <span>
              {last.value.attempts} {last.value.attempts === 1 ? 'try' : 'tries'}, next{' '}
              {nameMoment(last.value.next_attempt_at)}
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
  if (delivery.state === 'pending' && delivery.attempts === 0) return <span class="chip">on its way</span>;
  return (
    <span class="chip danger">
      <Icon name="circle-alert" />
      <span>{delivery.error ?? 'failed'}</span>
    </span>
  );
}
