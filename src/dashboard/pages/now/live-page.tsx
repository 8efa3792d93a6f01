import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConnectedCard } from '../connected/connected-card.tsx';
import { NoteCard } from '../connected/note-card.tsx';
import type { LiveCall } from '../../state/call/live-call.ts';
import { keypadWanted } from '../../shell/following/keys.ts';
import { HandCard } from './live/hand-card.tsx';
import { LiveCard } from './live/live-card.tsx';
import { PlannedCalls } from './lists/planned-calls.tsx';
import { PlannedNotice } from './lists/planned-notice.tsx';
import { SaidCard } from './live/said-card.tsx';
import { StoryCard } from './live/story-card.tsx';

/** The current call, its notes and its story; other calls below. */
export function LivePage({ live, others }: { live: LiveCall; others: ComponentChildren[] }) {
  const isConnected = live.status === 'connected';
  // The keypad belongs to this call: another one starts without it.
  useEffect(() => () => void (keypadWanted.value = false), []);
  // It follows a form that was scrolled, or another call.
  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <div class="two">
      <div class="stack gap-5">
        <PlannedNotice />
        {isConnected ? <ConnectedCard live={live} /> : <LiveCard live={live} />}
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
