import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ApiError, explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { me, providerSignIn, signInWithToken } from '../../state/session.ts';

/** With the identity provider where there is one, or with a token that becomes a session and is not kept here. */
export function SignInForm({ inPlace = false }: { inPlace?: boolean }) {
  const { url, query } = useLocation();
  const hasProvider = me.value?.sign_in.includes('provider') ?? false;
  const usesToken = useSignal(false);
  const fault = useSignal('');
  const isBusy = useSignal(false);
  const id = useId();
  const returnTo = inPlace ? url : (query['return_to'] ?? '/');

  async function signIn(event: SubmitEvent) {
    event.preventDefault();
    const field = new FormData(event.currentTarget as HTMLFormElement).get('token');
    const token = typeof field === 'string' ? field.trim() : '';
    if (token === '' || isBusy.peek()) return;
    isBusy.value = true;
    fault.value = '';
    try {
      await signInWithToken(token);
    } catch (error) {
      fault.value =
        error instanceof ApiError && error.status === 401
          ? 'This token is not valid: unknown, expired or revoked.'
          : explain(error);
    } finally {
      isBusy.value = false;
    }
  }

  if (hasProvider && !usesToken.value)
    return (
      <div class="stack">
        <a class="btn primary lg" href={providerSignIn(returnTo)} target={inPlace ? '_blank' : undefined}>
          <Icon name="log-in" />
          Sign in
        </a>
        <button type="button" class="btn quiet" onClick={() => (usesToken.value = true)}>
          Use a token
        </button>
      </div>
    );
  return (
    <form class="stack" onSubmit={(event) => void signIn(event)}>
      <div class="field">
        <label for={id}>Personal access token</label>
        <input
          id={id}
          name="token"
          class={`input code ${fault.value === '' ? '' : 'bad'}`}
          type="password"
          autocomplete="current-password"
          spellcheck={false}
          required
          autofocus
          aria-invalid={fault.value === '' ? undefined : 'true'}
          aria-describedby={`${id}-hint`}
        />
        {fault.value === '' ? (
          <p class="hint" id={`${id}-hint`}>
            It was printed when the gateway started for the first time.
          </p>
        ) : (
          <p class="err" id={`${id}-hint`} role="alert">
            <Icon name="circle-alert" />
            {fault}
          </p>
        )}
      </div>
      <button class="btn primary lg" disabled={isBusy.value}>
        <Icon name="log-in" />
        Sign in
      </button>
      {hasProvider ? (
        <button type="button" class="btn quiet" onClick={() => (usesToken.value = false)}>
          Back
        </button>
      ) : null}
    </form>
  );
}
