import './sign-in.css';
import { useEffect } from 'preact/hooks';
import { Mark } from '../../shell/brand.tsx';
import { setPageName } from '../../shell/following/title.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  useEffect(() => setPageName('Sign in'), []);
  return (
    <main class="sign" id="main">
      <div class="box">
        <header>
          <Mark />
          <h1>Holdfast</h1>
          <p class="muted">I wait on hold, you do not.</p>
        </header>
        <div class="card">
          <SignInForm />
        </div>
      </div>
    </main>
  );
}
