import { Icon } from '../../icons/icon.tsx';
import { Page } from '../page.tsx';

/** Shown at an address without a page. */
export function NotFoundPage() {
  return (
    <Page title="There is no page here" titleOnPhone>
      <section class="card pad stack">
        <p class="muted">The address may be mistyped, or out of date.</p>
        <div class="row">
          <a class="btn primary" href="/">
            <Icon name="arrow-left" />
            Back to Now
          </a>
        </div>
      </section>
    </Page>
  );
}
