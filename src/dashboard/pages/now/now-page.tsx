import { useSignalEffect } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { FirstRunPage } from '../first-run/first-run-page.tsx';
import { Icon } from '../../icons/icon.tsx';
import { isPhone } from '../../shell/following/narrow.ts';
import { Page } from '../../shell/page.tsx';
import { areCallsKnown, foremostCall, plannedCalls, shownCalls } from '../../state/calls/calls.ts';
import { devices, devicesFault } from '../../state/stored/devices.ts';
import { hasCalled } from '../../state/calls/first-call.ts';
import { areFavouritesAsked, readFavourites } from '../../state/stored/favourites.ts';
import { sessionPhase } from '../../state/gateway/session.ts';
import { onReconnect } from '../../stream/connection.ts';
import { isOver } from '../../state/call/live-call.ts';
import { isBeingWritten } from '../../state/call/writing.ts';
import { CompactCard } from './live/compact-card.tsx';
import { EndedCard } from './live/ended-card.tsx';
import { IdlePage } from './idle-page.tsx';
import { LivePage } from './live-page.tsx';
import { LoadingPage } from './loading-page.tsx';
import './now.css';
import './live/live.css';
import './placing/place.css';
import './lists/lists.css';
import './outlines.css';

/** The current calls, or the form to place one. */
export function NowPage() {
  const { query } = useLocation();
  useSignalEffect(() => {
    if (sessionPhase.value !== 'signed-in') return undefined;
    const read = () => void readFavourites().catch(() => undefined);
    read();
    return onReconnect(read);
  });
  const areDevicesAwaited = devices.value === undefined && devicesFault.value === undefined;
  if (!areCallsKnown.value || areDevicesAwaited || hasCalled.value === undefined) return <LoadingPage />;
  const calls = shownCalls.value;
  const running = calls.filter((each) => !isOver(each.status));
  const wantsNew = query['new'] !== undefined;
  const isFirstRun = devices.value?.length === 0 || !hasCalled.value;
  if (isFirstRun && calls.length + plannedCalls.value.length === 0 && !wantsNew) return <FirstRunPage />;
  // The newest stays where it was while running.
  const over = calls.filter((each) => isOver(each.status)).reverse();
  const written = running.length === 0 ? over.find(({ id }) => isBeingWritten(id)) : undefined;
  if ((running.length === 0 && written === undefined) || wantsNew) {
    // On a phone they are above the form, which would move down under the finger.
    if (!areFavouritesAsked.value && isPhone.value) return <LoadingPage />;
    return (
      <IdlePage
        above={[
          ...(wantsNew ? running.map((each) => <CompactCard key={each.id} live={each} />) : []),
          ...over.map((each) => <EndedCard key={each.id} live={each} />),
        ]}
      />
    );
  }
  const main = foremostCall.value ?? written;
  if (main === undefined) return null;
  return (
    <Page
      title="Now"
      actions={
        <a class="btn" href="/?new">
          <Icon name="plus" />
          New call <span class="kbd">N</span>
        </a>
      }
      phoneActions={
        <a class="btn icon" href="/?new" aria-label="New call">
          <Icon name="plus" />
        </a>
      }
    >
      <LivePage
        key={main.id}
        live={main}
        others={[
          ...running.filter((each) => each !== main).map((each) => <CompactCard key={each.id} live={each} />),
          ...over.filter((each) => each !== main).map((each) => <EndedCard key={each.id} live={each} />),
        ]}
      />
    </Page>
  );
}
