import { useSignal } from '@preact/signals';
import type { TranscriptChunk } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { writeSpan } from '../../state/formats.ts';
import { isOver, type LiveCall } from '../../state/live-call.ts';
import { nameOf } from '../../state/names.ts';

/** What was said, where it was written down; a sentence where that was asked for and did not happen. */
export function CallTranscript({ live, chunks }: { live: LiveCall; chunks: readonly TranscriptChunk[] }) {
  const words = useSignal('');
  const view = live.view.value;
  if (chunks.length === 0)
    return view.services.transcription && isOver(view.status) ? (
      <section class="card pad">
        <h2>Transcript</h2>
        <p class="muted">Nothing of this call was written down.</p>
      </section>
    ) : null;
  const wanted = words.value.trim().toLowerCase();
  const shown = chunks.filter(({ text }) => wanted === '' || text.toLowerCase().includes(wanted));
  const beganMs = Date.parse(view.started_at);
  return (
    <section class="card">
      <div class="card-head">
        <h2>Transcript</h2>
        <div class="srch-s">
          <Icon name="search" />
          <input
            class="input"
            type="search"
            aria-label="Search in the transcript"
            placeholder="Search"
            value={words.value}
            onInput={(event) => (words.value = event.currentTarget.value)}
          />
        </div>
      </div>
      <ol class="lines">
        {shown.map(({ timestamp, speaker, text }, index) => (
          <li class={`ln ${speaker === 'owner' ? 'me' : ''}`} key={index}>
            <time class="num faint" dateTime={timestamp}>
              {writeSpan((Date.parse(timestamp) - beganMs) / 1000)}
            </time>
            <div>
              <span class="who">
                <Icon name={speaker === 'owner' ? 'mic' : 'user-round'} />
                {speaker === 'owner' ? 'You' : nameOf(view)}
              </span>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {shown.length === 0 ? <p class="muted pad">Nobody said “{words.value.trim()}”.</p> : null}
    </section>
  );
}
