import { Page } from './page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Nothing here">
      <p class="muted">This does not exist (any more).</p>
      <p>
        <a href="/">Go to Now</a>
      </p>
    </Page>
  );
}
