import { SignInForm } from '../../pages/sign-in/sign-in-form.tsx';
import { Icon } from '../../icons/icon.tsx';
import { isTalkOverWithSession } from '../../phone/phone.ts';
import { sessionPhase } from '../../state/gateway/session.ts';
import { Dialog } from '../../controls/dialog.tsx';

/** Shown over the page, not instead of it, so that no input is lost. */
export function SignInDialog() {
  if (sessionPhase.value !== 'over') return null;
  return (
    <Dialog labelledBy="sign-in-again" closable={false} onClose={() => undefined}>
      <span class="badge-a plain">
        <Icon name="lock" />
      </span>
      <div>
        <h2 id="sign-in-again">Sign in again</h2>
        <p class="muted">Your session ended. What you typed is still here.</p>
        {isTalkOverWithSession.value ? (
          <p>
            <b>Your talk in this browser ended with it.</b> They are asked to wait. Your other phones ring,
            and this one once you are signed in.
          </p>
        ) : null}
      </div>
      <SignInForm inPlace />
    </Dialog>
  );
}
