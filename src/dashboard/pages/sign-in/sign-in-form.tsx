import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useId } from 'preact/hooks';
import { ApiError, explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { me, providerSignIn, signInFault, signInWithToken } from '../../state/gateway/session.ts';
import { Fault } from '../../controls/fault.tsx';

/**
 * Sign-in with the identity provider, if there is one, or with a token, which is exchanged for a session and not
 * stored here.
 */
export function SignInForm({ inPlace = false }: { inPlace?: boolean }) {
  const { url, query, path } = useLocation();
  const hasProvider = me.value?.sign_in.includes('provider') ?? false;
  const wantsToken = useSignal(false);
  const returnTo = inPlace ? '/sign-in?in_place' : (query['return_to'] ?? (path === '/sign-in' ? '/' : url));
  return (
    <>
      {hasProvider ? (
        <>
          {/* In place: the provider's pages open in another tab, because this one would lose its input. */}
          <a
            class="btn primary lg"
            href={providerSignIn(returnTo)}
            target={inPlace ? '_blank' : undefined}
            rel={inPlace ? 'noopener' : undefined}
          >
            <Icon name="log-in" />
            Sign in
          </a>
          {inPlace && !wantsToken.value ? (
            <button type="button" class="btn quiet" onClick={() => (wantsToken.value = true)}>
              Use a token
            </button>
          ) : (
            <div class="or">or with a token</div>
          )}
        </>
      ) : null}
      {hasProvider && inPlace && !wantsToken.value ? null : <TokenForm isFirst={!hasProvider} />}
    </>
  );
}

function TokenForm({ isFirst }: { isFirst: boolean }) {
  const fault = useSignal('');
  const isBusy = useSignal(false);
  const id = useId();
  const shownFault = fault.value === '' ? signInFault.value : fault.value;

  async function signIn(event: SubmitEvent) {
    event.preventDefault();
    const field = new FormData(event.currentTarget as HTMLFormElement).get('token');
    const token = typeof field === 'string' ? field.trim() : '';
    if (isBusy.peek()) return;
    fault.value = token === '' ? 'Type or paste a token.' : '';
    if (token === '') return;
    isBusy.value = true;
    try {
      await signInWithToken(token);
    } catch (error) {
      fault.value =
        error instanceof ApiError && error.status === 401
          ? 'This token is unknown, expired or revoked.'
          : explain(error);
    } finally {
      isBusy.value = false;
    }
  }

  return (
    <form class="stack" onSubmit={(event) => void signIn(event)} noValidate>
      <div class="field">
        <label for={id}>Token</label>
        <input
          id={id}
          name="token"
          class={`input code ${shownFault === '' ? '' : 'bad'}`}
          type="password"
          autocomplete="current-password"
          placeholder="hf_pat_…"
          spellcheck={false}
          autofocus={isFirst}
          aria-invalid={shownFault === '' ? undefined : 'true'}
          aria-describedby={`${id}-hint`}
        />
        {shownFault === '' ? (
          <p class="hint" id={`${id}-hint`}>
            It was printed when the gateway first started; it can make others.
          </p>
        ) : (
          <Fault text={shownFault} id={`${id}-hint`} />
        )}
      </div>
      <button class={isFirst ? 'btn primary lg' : 'btn lg'} disabled={isBusy.value}>
        Sign in
      </button>
    </form>
  );
}
