import type { ComponentChildren } from 'preact';
import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Page } from '../../shell/page.tsx';
import { favourites } from '../../state/stored/favourites.ts';
import { lookUpFavourites } from '../../state/stored/known-numbers.ts';
import { Favourites } from './lists/favourites.tsx';
import { PlaceForm } from './placing/place-form.tsx';
import { PlannedCalls } from './lists/planned-calls.tsx';
import { PlannedNotice } from './lists/planned-notice.tsx';
import { ReadyCard } from './lists/ready-card.tsx';
import { RecentCalls } from './lists/recent-calls.tsx';

/** No call is running, or the owner wants to place another one. */
export function IdlePage({ above }: { above: ComponentChildren[] }) {
  // It follows a call, whose end is reported at the top.
  useEffect(() => window.scrollTo(0, 0), []);
  const numbers = useComputed(() => (favourites.value ?? []).map(({ number }) => number).join(' '));
  // Once for both places of the favourites, of which one is shown.
  useSignalEffect(() => {
    const asked = new AbortController();
    lookUpFavourites(numbers.value.split(' ').filter(Boolean), asked.signal).catch(() => undefined); // the page was left
    return () => asked.abort();
  });
  return (
    <Page title="Who should I call?">
      <div class="two">
        <div class="stack gap-6">
          <PlannedNotice />
          {above}
          <Favourites />
          <PlaceForm />
          <PlannedCalls />
          <RecentCalls />
        </div>
        <div class="stack gap-6">
          <Favourites oneColumn />
          <ReadyCard />
        </div>
      </div>
    </Page>
  );
}
