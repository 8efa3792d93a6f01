import { Icon } from '../icons/icon.tsx';
import { GatewayButton } from './gateway-button.tsx';
import { Page } from './page.tsx';

/** In place of a page whose script did not arrive: the gateway is away, or was updated since this tab was opened. */
export function NotLoadedPage() {
  return (
    <Page title="Not loaded" titleOnPhone>
      <section class="card empty">
        <span class="badge-a plain">
          <Icon name="wifi-off" />
        </span>
        <h2>This page did not load</h2>
        <p class="muted">The gateway is away, or was updated since you opened Holdfast here.</p>
        <GatewayButton class="btn primary" onClick={() => location.reload()}>
          <Icon name="refresh-cw" />
          Load it again
        </GatewayButton>
      </section>
    </Page>
  );
}
