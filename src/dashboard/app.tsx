import type { FunctionComponent } from 'preact';
import { lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { ApiError } from './api/errors.ts';
import { NowPage } from './pages/now/now-page.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { SignedInPage } from './pages/sign-in/signed-in-page.tsx';
import { NotFoundPage } from './shell/stand-ins/not-found.tsx';
import { NotLoadedPage } from './shell/stand-ins/not-loaded.tsx';
import { Shell } from './shell/shell.tsx';
import { openingFault } from './state/gateway/opening.ts';
import { hasLink, readSession, sessionPhase, signInWithLink } from './state/gateway/session.ts';
import { followSession } from './stream/connection.ts';

/** If a page's script does not arrive, the previous page would stay, and the link would seem to do nothing. */
const later = <Props,>(load: () => Promise<FunctionComponent<Props>>) =>
  lazy<FunctionComponent<Props>>(() => load().catch(() => NotLoadedPage));

/** Only what is needed to answer a ringing phone loads at once; other pages load when opened. */
const HistoryPage = later(() => import('./pages/history/history-page.tsx').then((page) => page.HistoryPage));
const HoldTimesPage = later(() =>
  import('./pages/history/hold-times-page.tsx').then((page) => page.HoldTimesPage),
);
const CallPage = later(() => import('./pages/call/call-page.tsx').then((page) => page.CallPage));
const FlowsPage = later(() => import('./pages/flows/flows-page.tsx').then((page) => page.FlowsPage));
const FlowPage = later(() => import('./pages/flows/flow-page.tsx').then((page) => page.FlowPage));
const DevicesPage = later(() => import('./pages/devices/devices-page.tsx').then((page) => page.DevicesPage));
const AddDevicePage = later(() =>
  import('./pages/devices/add-device-page.tsx').then((page) => page.AddDevicePage),
);
const SettingsPage = later(() =>
  import('./pages/settings/settings-page.tsx').then((page) => page.SettingsPage),
);

/** Links to the provider's sign-in, the API reference and so on leave the page. */
const pagesOnly = /^\/(?!auth\/|api\/|health$)/;

export function App() {
  useEffect(() => {
    followSession();
    void askSession();
    // A link opened in a tab that already shows this page changes only the fragment.
    const onHash = () => {
      if (hasLink()) void askSession();
    };
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);
  return (
    <LocationProvider scope={pagesOnly}>
      <Gate />
    </LocationProvider>
  );
}

/** The pages for the owner; the sign-in page for anyone else. */
function Gate() {
  const { path } = useLocation();
  if (sessionPhase.value === 'signed-out') return <SignInPage />;
  if (!isReadable(path))
    return (
      <Shell>
        <NotFoundPage />
      </Shell>
    );
  return (
    <Shell>
      <Router>
        <Route path="/" component={NowPage} />
        <Route path="/sign-in" component={SignedInPage} />
        <Route path="/calls" component={HistoryPage} />
        <Route path="/calls/holds" component={HoldTimesPage} />
        <Route path="/calls/:id" component={CallPage} />
        <Route path="/flows" component={FlowsPage} />
        <Route path="/flows/:id" component={FlowPage} />
        <Route path="/devices" component={DevicesPage} />
        <Route path="/devices/new" component={AddDevicePage} />
        <Route path="/settings" component={SettingsPage} />
        <Route default component={NotFoundPage} />
      </Router>
    </Shell>
  );
}

/** An address that was cut off within a character (`/calls/%E0%A4`) would stop the router, and all of the page with it. */
function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

const askAgainMs = 2_000;
/** A proxy may ask for an hour on behalf of a gateway that is back in a minute. */
const longestWaitMs = 60_000;
let askingAgain: number | undefined;

/** The gateway may be back in a moment, or says when to ask again; until then the page shows its outline. */
async function askSession(): Promise<void> {
  clearTimeout(askingAgain);
  try {
    if (!(await signInWithLink())) await readSession();
    openingFault.value = undefined;
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : undefined;
    const askedMs = (error?.retryAfter ?? 0) * 1_000;
    const waitMs = Math.min(Math.max(askedMs, askAgainMs), longestWaitMs);
    openingFault.value = { error, againAtMs: Date.now() + waitMs };
    askingAgain = window.setTimeout(() => void askSession(), waitMs);
  }
}
