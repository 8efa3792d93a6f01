import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Announcer } from './announcer.tsx';
import { Brand } from './brand.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { GatewayLine } from './gateway-line.tsx';
import { Navigation } from './navigation.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { followTitle } from './title.ts';

/** What stands around every page: navigation, health, and what may come over it. */
export function Shell({ children }: { children: ComponentChildren }) {
  useEffect(followTitle, []);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <div class="app">
        <aside class="side" aria-label="Holdfast">
          <Brand />
          <Navigation className="nav" />
          <div class="side-foot">
            <GatewayLine />
          </div>
        </aside>
        <main class="main" id="main" tabIndex={-1}>
          <ConnectionBanner />
          {children}
        </main>
        <Navigation className="tabs" />
      </div>
      <SignInDialog />
      <Announcer />
    </>
  );
}
