import { useEffect } from 'preact/hooks';
import { Brand } from '../../shell/brand.tsx';
import { setPageName } from '../../shell/title.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  useEffect(() => setPageName('Sign in'), []);
  return (
    <main class="signin" id="main">
      <Brand />
      <section class="card pad" aria-labelledby="sign-in">
        <h1 id="sign-in">Sign in</h1>
        <SignInForm />
      </section>
    </main>
  );
}
