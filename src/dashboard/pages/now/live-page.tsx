import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConnectedCard } from '../connected/connected-card.tsx';
import { NoteCard } from '../connected/note-card.tsx';
import { isOver, type LiveCall } from '../../state/call/live-call.ts';
import { keypadWanted } from '../../shell/following/keys.ts';
import { EndedCard } from './live/ended-card.tsx';
import { HandCard } from './live/hand-card.tsx';
import { LiveCard } from './live/live-card.tsx';
import { PlannedCalls } from './lists/planned-calls.tsx';
import { PlannedNotice } from './lists/planned-notice.tsx';
import { SaidCard } from './live/said-card.tsx';
import { StoryCard } from './live/story-card.tsx';

/** The current call, or one that ended while something was written on it, its notes and its story; other calls below. */
export function LivePage({ live, others }: { live: LiveCall; others: ComponentChildren[] }) {
  // The keypad belongs to this call: another one starts without it.
  useEffect(() => () => void (keypadWanted.value = false), []);
  // It follows a form that was scrolled, or another call.
  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <div class="two">
      <div class="stack gap-5">
        <PlannedNotice />
        <CallCard live={live} />
        {others}
        <SaidCard live={live} />
        <PlannedCalls />
      </div>
      <div class="stack gap-5">
        <NoteCard live={live} />
        <HandCard live={live} />
        <StoryCard live={live} />
      </div>
    </div>
  );
}

function CallCard({ live }: { live: LiveCall }) {
  if (isOver(live.status)) return <EndedCard live={live} />;
  return live.status === 'connected' ? <ConnectedCard live={live} /> : <LiveCard live={live} />;
}
