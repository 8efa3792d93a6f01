import { Page } from '../../shell/page.tsx';

/** The page's outline until its first response; nothing moves when that arrives. */
export function LoadingPage() {
  return (
    <Page title="Now">
      <div aria-busy="true">
        <p class="vh" role="status">
          Loading your calls
        </p>
        <div class="two" aria-hidden="true">
          <section class="card live">
            <div class="row between">
              <span class="sk sk-title" />
              <span class="sk sk-chip" />
            </div>
            <span class="sk sk-line" />
            <span class="sk sk-clock" />
            <span class="sk sk-strip" />
            <span class="sk sk-bar" />
          </section>
          <section class="card pad stack desk">
            <span class="sk sk-title" />
            <span class="sk sk-line" />
            <span class="sk sk-line" />
          </section>
        </div>
      </div>
    </Page>
  );
}
