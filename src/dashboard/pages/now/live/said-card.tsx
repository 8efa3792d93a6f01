import { useMemo } from 'preact/hooks';
import { Icon } from '../../../icons/icon.tsx';
import { writeClockSeconds } from '../../../text/formats.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { nameOf } from '../../../text/names.ts';
import { spokenOf } from '../../../state/call/spoken.ts';
import { speakerOf, timesHeardText } from '../../../text/speakers.ts';

const maxQuotes = 6;

/** The latest transcript lines, newest first; nothing if the call is not transcribed. */
export function SaidCard({ live }: { live: LiveCall }) {
  const view = live.view.value;
  const story = live.story.value;
  const lines = useMemo(
    () => spokenOf(story, view.started_at).slice(-maxQuotes).reverse(),
    [story, view.started_at],
  );
  const partials = live.partials.value;
  if (lines.length + partials.length === 0) return null;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{live.status === 'connected' ? 'What is said' : 'What they said'}</h2>
        <a class="sm" href={`/calls/${live.id}`}>
          All of it
        </a>
      </div>
      <div class="pad">
        <ol class="said" aria-label="What was said" aria-live="off">
          {partials.map(({ speaker, kind, text }) => (
            <li key={`now ${speaker}`} class="partial">
              <Who speaker={speaker} kind={kind} live={live} rest="now" />
              <q>{text}</q>
            </li>
          ))}
          {lines.map(({ id, speaker, kind, text, fromMs, timesHeard }) => (
            <li key={id}>
              <Who
                speaker={speaker}
                kind={kind}
                live={live}
                rest={[writeClockSeconds(fromMs), timesHeardText(timesHeard)]
                  .filter((each) => each !== '')
                  .join(' · ')}
              />
              <q>{text}</q>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

interface WhoProps {
  speaker: string;
  kind: string | null;
  live: LiveCall;
  rest: string;
}

function Who({ speaker, kind, live, rest }: WhoProps) {
  const { name, icon } = speakerOf({ speaker, kind }, nameOf(live.view.value));
  return (
    <span class="who">
      <Icon name={icon} />
      {name} · {rest}
    </span>
  );
}
