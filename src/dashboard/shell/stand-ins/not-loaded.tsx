import { useEffect } from 'preact/hooks';
import { lostAtMs } from '../../state/gateway/reach.ts';
import { onReconnect } from '../../stream/connection.ts';
import { loadAgain } from '../following/updates.ts';
import { Page } from '../page.tsx';
import { LoadAgain } from './load-again.tsx';

/** `lazy` keeps what it loaded, this page too, until the whole document loads again. */
let wasShown = false;

/** In place of a page whose script did not arrive: the gateway is away, or was updated since this tab was opened. */
export function NotLoadedPage() {
  useEffect(() => {
    if (wasShown && lostAtMs.peek() === undefined) loadAgain();
    wasShown = true;
    return onReconnect(loadAgain);
  }, []);
  return (
    <Page title="Not loaded" titleOnPhone>
      <section class="card pad stack">
        <h2>This page did not load</h2>
        <p class="muted">The gateway is away, or was updated since you opened Holdfast here.</p>
        <LoadAgain />
      </section>
    </Page>
  );
}
