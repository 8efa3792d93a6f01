import { Page } from './page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Nothing here">
      <p class="muted">This is not here (any more).</p>
      <p>
        <a href="/">Go to Now</a>
      </p>
    </Page>
  );
}
