import { useSignal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';
import { faultAt, placeRefusal, type Refusal } from '../../api/refusals.ts';
import { Fault } from '../../controls/fault.tsx';
import { Field } from '../../controls/field.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { useUnsaved } from '../../controls/use-unsaved.ts';
import { focusFirst } from './focus-first.ts';
import { type Scope, scopeTexts } from './scope-texts.ts';
import { CancelAdding } from './section.tsx';

interface NewTokenProps {
  onMade: (created: Answer<'post', '/api/v1/tokens'>) => void;
  onClose: () => void;
}

const fields = ['name', 'scope', 'expires_in_days'];

export function NewToken({ onMade, onClose }: NewTokenProps) {
  const name = useSignal('');
  const scope = useSignal<Scope>('read');
  const days = useSignal('');
  const refusal = useSignal<Refusal | undefined>(undefined);
  const isBusy = useSignal(false);
  useUnsaved(name.value !== '' || days.value !== '', 'The token you describe is not created yet.');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.peek()) return;
    isBusy.value = true;
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
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form class="it stack new" ref={focusFirst} onSubmit={(event) => void submit(event)}>
      <Field
        id="token-name"
        label="What is it for?"
        fault={faultAt(refusal.value, 'name')}
        required
        maxLength={100}
        placeholder="Home Assistant"
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
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
      <Fault text={faultAt(refusal.value, 'scope')} />
      <Field
        id="token-days"
        label={
          <>
            Days until it expires <span class="faint">optional</span>
          </>
        }
        look="num short"
        fault={faultAt(refusal.value, 'expires_in_days', undefined)}
        inputMode="numeric"
        maxLength={4}
        pattern="[0-9]{1,4}"
        title="A number of days, like 90"
        value={days.value}
        onInput={(event) => (days.value = event.currentTarget.value.trim())}
      />
      <div class="row">
        <GatewayButton type="submit" class="btn primary" disabled={isBusy.value}>
          Create it
        </GatewayButton>
        <CancelAdding onClose={onClose} />
      </div>
    </form>
  );
}
