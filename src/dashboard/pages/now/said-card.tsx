import { Icon } from '../../icons/icon.tsx';
import { writeClockSeconds } from '../../state/formats.ts';
import type { LiveCall } from '../../state/live-call.ts';
import { nameOf } from '../../state/names.ts';

const mostQuotes = 6;

/** What was said, where calls are written down; nothing at all where they are not. */
export function SaidCard({ live }: { live: LiveCall }) {
  const quotes = live.story.value.filter((event) => event.type === 'transcript_chunk').slice(-mostQuotes);
  if (quotes.length === 0) return null;
  const isConnected = live.status === 'connected';
  return (
    <section class="card">
      <div class="card-head">
        <h2>{isConnected ? 'What is said' : 'What they said'}</h2>
        <a class="sm" href={`/calls/${live.id}`}>
          All of it
        </a>
      </div>
      <div class="pad">
        <ol class="said" aria-label="What was said" aria-live="off">
          {quotes.reverse().map((event) =>
            event.type === 'transcript_chunk' ? (
              <li key={event.id}>
                <span class="who">
                  <Icon name={event.data.speaker === 'owner' ? 'mic' : 'user-round'} />
                  {event.data.speaker === 'owner' ? 'You' : nameOf(live.view.value)} ·{' '}
                  {writeClockSeconds(event.timestamp)}
                </span>
                <q>{event.data.text}</q>
              </li>
            ) : null,
          )}
        </ol>
      </div>
    </section>
  );
}
