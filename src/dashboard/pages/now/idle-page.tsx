import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Page } from '../../shell/page.tsx';
import { Favourites } from './favourites.tsx';
import { PlaceForm } from './place-form.tsx';
import { PlannedCalls } from './planned-calls.tsx';
import { PlannedNotice } from './planned-notice.tsx';
import { ReadyCard } from './ready-card.tsx';
import { RecentCalls } from './recent-calls.tsx';

/** No call is running, or the owner wants to place another one. */
export function IdlePage({ above }: { above: ComponentChildren[] }) {
  // It follows a call, whose end is told at the top.
  useEffect(() => window.scrollTo(0, 0), []);
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
