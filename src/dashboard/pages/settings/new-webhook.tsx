import { useSignal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';
import { faultAt, placeRefusal, type Refusal } from '../../api/refusals.ts';
import { Fault } from '../../controls/fault.tsx';
import { Field } from '../../controls/field.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { useUnsaved } from '../../controls/use-unsaved.ts';
import { focusFirst } from './focus-first.ts';
import { CancelAdding } from './section.tsx';
import { topics, type Webhook } from './webhook-texts.ts';

interface NewWebhookProps {
  onMade: (created: Answer<'post', '/api/v1/webhooks'>) => void;
  onClose: () => void;
}

const fields = ['name', 'url', 'types', 'authorization'];

export function NewWebhook({ onMade, onClose }: NewWebhookProps) {
  const name = useSignal('');
  const url = useSignal('');
  const format = useSignal<Webhook['format']>('json');
  const authorization = useSignal('');
  const chosen = useSignal<readonly string[]>(['a person', 'a failure']);
  const refusal = useSignal<Refusal | undefined>(undefined);
  const isBusy = useSignal(false);
  useUnsaved(
    [name, url, authorization].some(({ value }) => value !== ''),
    'The webhook you describe is not added yet.',
  );
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.peek()) return;
    isBusy.value = true;
    const types = topics
      .filter((topic) => chosen.peek().includes(topic.name))
      .flatMap((topic) => [...topic.types]);
    try {
      onMade(
        await call('post', '/api/v1/webhooks', {
          body: {
            name: name.peek().trim(),
            url: url.peek().trim(),
            format: format.peek(),
            types,
            ...(authorization.peek() === '' ? {} : { authorization: authorization.peek() }),
          },
        }),
      );
    } catch (error) {
      refusal.value = placeRefusal(error, fields);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form class="it stack new" ref={focusFirst} onSubmit={(event) => void submit(event)}>
      <Field
        id="hook-name"
        label="Name"
        fault={faultAt(refusal.value, 'name')}
        required
        maxLength={100}
        placeholder="Home Assistant"
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <Field
        id="hook-url"
        label="Address"
        fault={faultAt(refusal.value, 'url')}
        required
        inputMode="url"
        maxLength={2000}
        placeholder="http://homeassistant.local:8123/api/webhook/holdfast"
        value={url.value}
        onInput={(event) => (url.value = event.currentTarget.value)}
      />
      <div class="field">
        <span class="label" id="hook-format">
          What is sent
        </span>
        <span class="segc" role="group" aria-labelledby="hook-format">
          <button
            type="button"
            aria-pressed={format.value === 'json'}
            onClick={() => (format.value = 'json')}
          >
            The event
          </button>
          <button
            type="button"
            aria-pressed={format.value === 'ntfy'}
            onClick={() => (format.value = 'ntfy')}
          >
            A notification (ntfy)
          </button>
        </span>
      </div>
      <fieldset class="topics">
        <legend class="label">About what</legend>
        {topics.map((topic) => (
          <label key={topic.name}>
            <input
              type="checkbox"
              checked={chosen.value.includes(topic.name)}
              onChange={(event) => {
                const others = chosen.peek().filter((each) => each !== topic.name);
                chosen.value = event.currentTarget.checked ? [...others, topic.name] : others;
              }}
            />
            {topic.name}
          </label>
        ))}
      </fieldset>
      <Fault text={faultAt(refusal.value, 'types')} />
      <Field
        id="hook-authorization"
        label={
          <>
            Authorization header <span class="faint">optional, never shown again</span>
          </>
        }
        fault={faultAt(refusal.value, 'authorization', undefined)}
        isSecret
        autocomplete="off"
        maxLength={500}
        value={authorization.value}
        onInput={(event) => (authorization.value = event.currentTarget.value)}
      />
      <div class="row">
        <GatewayButton type="submit" class="btn primary" disabled={isBusy.value}>
          Add it
        </GatewayButton>
        <CancelAdding onClose={onClose} />
      </div>
    </form>
  );
}
