import { useEffect } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';
import { talkHere } from '../phone/phone.ts';
import { onReconnect } from '../stream/connection.ts';
import { GatewayButton } from './gateway-button.tsx';
import { Page } from './page.tsx';

/** In place of a page whose script did not arrive: the gateway is away, or was updated since this tab was opened. */
export function NotLoadedPage() {
  useEffect(
    () =>
      onReconnect(() => {
        if (talkHere.peek() === undefined) location.reload();
      }),
    [],
  );
  return (
    <Page title="Not loaded" titleOnPhone>
      <section class="card pad stack">
        <h2>This page did not load</h2>
        <p class="muted">The gateway is away, or was updated since you opened Holdfast here.</p>
        <div class="row">
          <GatewayButton class="btn primary" onClick={() => location.reload()}>
            <Icon name="refresh-cw" />
            Load it again
          </GatewayButton>
        </div>
      </section>
    </Page>
  );
}
