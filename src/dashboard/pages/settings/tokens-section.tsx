import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Answer, call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { placeRefusal, type Refusal } from '../../api/refusals.ts';
import { Icon } from '../../icons/icon.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { Secret } from '../../shell/secret.tsx';
import { nameDate, nameMoment } from '../../text/days.ts';
import { scopeTexts } from './scope-texts.ts';

type Token = Answer<'get', '/api/v1/tokens'>['tokens'][number];
type Scope = Token['scope'];

/** What other programs identify themselves with. */
export function TokensSection({ id }: { id: string }) {
  const tokens = useSignal<readonly Token[] | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const made = useSignal<{ id: string; token: string } | undefined>(undefined);
  const isMaking = useSignal(false);
  const revoking = useSignal<Token | undefined>(undefined);
  const read = async () => {
    try {
      tokens.value = (await call('get', '/api/v1/tokens')).tokens;
      fault.value = undefined;
    } catch (error) {
      fault.value = explain(error);
    }
  };
  useEffect(() => void read(), []);
  const revoke = async (token: Token) => {
    revoking.value = undefined;
    try {
      await call('delete', '/api/v1/tokens/{token_id}', { path: { token_id: token.id } });
    } catch (error) {
      fault.value = explain(error);
    }
    await read();
  };
  return (
    <section id={id} aria-labelledby={`${id}-name`}>
      <div class="row sec-head">
        <h2 class="grow" id={`${id}-name`}>
          Tokens
        </h2>
        <button type="button" class="btn sm" onClick={() => (isMaking.value = true)}>
          <Icon name="plus" />
          New token
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
          <NewToken
            onClose={() => (isMaking.value = false)}
            onMade={(created) => {
              made.value = created;
              isMaking.value = false;
              void read();
            }}
          />
        ) : null}
        {(tokens.value ?? []).map((token) => {
          const secret = made.value?.id === token.id ? made.value.token : undefined;
          return (
            <div class="it" key={token.id}>
              <div class="row0">
                <span>
                  <b>
                    {token.name} {secret === undefined ? null : <span class="chip person">new</span>}
                  </b>
                  <span class="muted sm">
                    {scopeTexts[token.scope].name} · made {nameDate(token.created_at)}
                    {token.expires_at === null ? '' : ` · expires ${nameDate(token.expires_at)}`}
                  </span>
                </span>
                <span class="row at-end">
                  <span class="muted sm">
                    {token.last_used_at === null ? 'not used yet' : `used ${nameMoment(token.last_used_at)}`}
                  </span>
                  <button type="button" class="btn sm hang" onClick={() => (revoking.value = token)}>
                    Revoke<span class="vh"> {token.name}</span>
                  </button>
                </span>
              </div>
              {secret === undefined ? null : (
                <div class="secret-row">
                  <Secret text={secret} what="token" />
                  <p class="hint">Shown this once.</p>
                </div>
              )}
            </div>
          );
        })}
      </div>
      {revoking.value === undefined ? null : (
        <Dialog labelledBy="revoke-name" onClose={() => (revoking.value = undefined)}>
          <h2 id="revoke-name">Revoke “{revoking.value.name}”?</h2>
          <p class="muted">
            What uses it stops working at once, with the tokens that were made with it and the browsers that
            signed in with it.
          </p>
          <div class="row">
            <button
              type="button"
              class="btn danger"
              onClick={() => revoking.value !== undefined && void revoke(revoking.value)}
            >
              Revoke
            </button>
            <button type="button" class="btn quiet" onClick={() => (revoking.value = undefined)}>
              Keep it
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

interface NewTokenProps {
  onMade: (created: { id: string; token: string }) => void;
  onClose: () => void;
}

function NewToken({ onMade, onClose }: NewTokenProps) {
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
      refusal.value = placeRefusal(error, ['name', 'scope', 'expires_in_days']);
    }
  };
  return (
    <form class="it stack new" onSubmit={(event) => void submit(event)}>
      <div class="field">
        <label for="token-name">What is it for?</label>
        <input
          id="token-name"
          class="input"
          required
          maxLength={64}
          placeholder="Home Assistant"
          value={name.value}
          ref={(field) => {
            if (field !== null && document.activeElement === document.body) field.focus();
          }}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
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
      <div class="field">
        <label for="token-days">
          Days until it expires <span class="faint">optional</span>
        </label>
        <input
          id="token-days"
          class="input num short"
          inputMode="numeric"
          pattern="[0-9]{1,4}"
          value={days.value}
          onInput={(event) => (days.value = event.currentTarget.value.trim())}
        />
      </div>
      {refusal.value === undefined ? null : (
        <p class="err" role="alert">
          <Icon name="circle-alert" />
          <span>{refusal.value.text}</span>
        </p>
      )}
      <div class="row">
        <button class="btn primary">Make it</button>
        <button type="button" class="btn quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
