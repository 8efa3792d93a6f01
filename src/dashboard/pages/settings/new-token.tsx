import { useSignal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { placeRefusal, type Refusal } from '../../api/refusals.ts';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { type Scope, scopeTexts } from './scope-texts.ts';

interface NewTokenProps {
  onMade: (created: { id: string; token: string }) => void;
  onClose: () => void;
}

const fields = ['name', 'scope', 'expires_in_days'];

export function NewToken({ onMade, onClose }: NewTokenProps) {
  const name = useSignal('');
  const scope = useSignal<Scope>('read');
  const days = useSignal('');
  const refusal = useSignal<Refusal | undefined>(undefined);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      onMade(
        await call('post', '/api/v1/tokens', {
          body: {
            name: name.peek().trim(),
            scope: scope.peek(),
            ...(days.peek() === '' ? {} : { expires_in_days: Number(days.peek()) }),
          },
        }),
      );
    } catch (error) {
      refusal.value = placeRefusal(error, fields);
    }
  };
  const faultOf = (field: string) =>
    refusal.value !== undefined && (refusal.value.field ?? 'expires_in_days') === field
      ? refusal.value.text
      : undefined;
  return (
    <form class="it stack new" onSubmit={(event) => void submit(event)}>
      <div class="field">
        <label for="token-name">What is it for?</label>
        <input
          id="token-name"
          class={`input ${refusal.value?.field === 'name' ? 'bad' : ''}`}
          required
          maxLength={100}
          placeholder="Home Assistant"
          value={name.value}
          ref={(field) => {
            if (field !== null && document.activeElement === document.body) field.focus();
          }}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        <Fault text={faultOf('name')} />
      </div>
      <fieldset class="scopes">
        <legend class="label">What may it do?</legend>
        {(Object.keys(scopeTexts) as Scope[]).map((each) => (
          <label class="scope" key={each}>
            <input
              type="radio"
              name="scope"
              checked={scope.value === each}
              onChange={() => (scope.value = each)}
            />
            <span>
              <b>{scopeTexts[each].name}</b>
              <span class="muted sm">{scopeTexts[each].does}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Fault text={faultOf('scope')} />
      <div class="field">
        <label for="token-days">
          Days until it expires <span class="faint">optional</span>
        </label>
        <input
          id="token-days"
          class={`input num short ${refusal.value?.field === 'expires_in_days' ? 'bad' : ''}`}
          inputMode="numeric"
          pattern="[0-9]{1,4}"
          value={days.value}
          onInput={(event) => (days.value = event.currentTarget.value.trim())}
        />
        <Fault text={faultOf('expires_in_days')} />
      </div>
      <div class="row">
        <GatewayButton type="submit" class="btn primary">
          Create it
        </GatewayButton>
        <button type="button" class="btn quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
