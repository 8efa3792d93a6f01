import { Component, type ComponentChildren } from 'preact';
import { Page } from '../page.tsx';
import { LoadAgain } from './load-again.tsx';

interface PageGuardProps {
  path: string;
  children: ComponentChildren;
}

/**
 * A page that cannot be drawn, as one from before an update that meets a word of the new gateway, takes nothing else with it: the page
 * still says that somebody waits on the line, and the other pages open.
 */
export class PageGuard extends Component<PageGuardProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  override componentDidCatch(error: unknown): void {
    console.warn('this page cannot be drawn', error);
    this.setState({ isBroken: true });
  }

  override componentDidUpdate({ path }: PageGuardProps): void {
    if (this.state.isBroken && path !== this.props.path) this.setState({ isBroken: false });
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  return (
    <Page title="Not shown" titleOnPhone>
      <section class="card pad stack" role="alert">
        <h2>This page cannot show what the gateway says</h2>
        <p class="muted">It may be from before an update. Calls go on without it.</p>
        <LoadAgain />
      </section>
    </Page>
  );
}
