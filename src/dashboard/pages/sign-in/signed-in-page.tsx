import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { returnPath } from '../../../domain/return-path.ts';
import { Page } from '../../shell/page.tsx';
import { sessionPhase } from '../../state/gateway/session.ts';
import { LoadingPage } from '../now/loading-page.tsx';

/** Where sign-in ends: continues to the requested page, or returns to the tab whose session had ended. */
export function SignedInPage() {
  const { query, route } = useLocation();
  const isInPlace = query['in_place'] !== undefined;
  const phase = sessionPhase.value;
  // Not earlier: the fragment of a one-time link would be lost.
  useEffect(() => {
    if (phase === 'signed-in' && !isInPlace) route(returnPath(query['return_to']), true);
  }, [phase]);
  if (!isInPlace || phase !== 'signed-in') return <LoadingPage />;
  return (
    <Page title="You are signed in">
      <section class="card empty">
        <p class="muted">
          Continue in the tab where you were: what you typed is still there. You can close this one.
        </p>
        <a class="btn" href="/">
          Continue here
        </a>
      </section>
    </Page>
  );
}
