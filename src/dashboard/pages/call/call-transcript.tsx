import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { TranscriptChunk } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { writeSpan } from '../../text/formats.ts';
import { isForgotten, isOver, type LiveCall } from '../../state/call/live-call.ts';
import { nameOf } from '../../text/names.ts';
import { linesOf, type SpokenLine, spokenOf } from '../../state/call/spoken.ts';
import { speakerOf, timesHeardText } from '../../text/speakers.ts';
import { Found, wordsSought } from './found.tsx';
import { MomentButton } from './moment-button.tsx';
import type { Playback } from './playback.ts';

/**
 * How many lines are shown at first: a call of hours has a thousand, and the events come after them. They are the last ones, where the
 * person is. The same number is in call.css.
 */
const maxLines = 60;

interface CallTranscriptProps {
  live: LiveCall;
  /** Undefined: not read. */
  chunks: readonly TranscriptChunk[] | undefined;
  playback: Playback;
}

/** The transcript or, if one was requested but failed, a sentence saying so. */
export function CallTranscript({ live, chunks, playback }: CallTranscriptProps) {
  const words = useSignal('');
  const showsAll = useSignal(false);
  const view = live.view.value;
  const over = isOver(view.status);
  const story = live.story.value;
  // The stream's version stays until the stored one has been read.
  const stored = over ? chunks : undefined;
  const lines = useMemo(
    () => (stored === undefined ? spokenOf(story, view.started_at) : linesOf(stored, view.started_at)),
    [stored ?? story],
  );
  const current = useComputed(() => {
    const at = playback.atMs.value;
    return at === undefined ? undefined : lineAt(lines, at)?.id;
  });
  const wanted = words.value.trim();
  const sought = wanted === '' ? undefined : wordsSought(wanted);
  const shown = lines.filter(({ text }) => sought?.test(text) ?? true);
  const hidden = shown.slice(0, Math.max(0, shown.length - maxLines));
  const hiddenIds = useRef<ReadonlySet<string>>(new Set());
  hiddenIds.current = new Set(hidden.map(({ id }) => id));
  // What plays now must not stay hidden.
  const playsHidden = useComputed(() => hiddenIds.current.has(current.value ?? '')).value;
  const isFolded = !showsAll.value && hidden.length > 20 && !playsHidden;
  if (lines.length === 0)
    return view.services.transcription && stored !== undefined ? (
      <section class="card pad">
        <h2>Transcript</h2>
        <p class="muted">
          {isForgotten(story)
            ? 'What was said is not kept any more: the call was too long ago.'
            : 'This call was not transcribed.'}
        </p>
      </section>
    ) : null;
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
      {isFolded ? (
        <p class="earlier no-print">
          <button type="button" class="btn sm" onClick={() => (showsAll.value = true)}>
            Show the {hidden.length} lines before
          </button>
        </p>
      ) : null}
      <ol class={`lines ${isFolded ? 'folded' : ''}`} aria-label="Transcript">
        {shown.map((line) => (
          <Line
            key={line.id}
            line={line}
            beganMs={beganMs}
            company={nameOf(view)}
            sought={sought}
            current={current}
            playback={playback}
          />
        ))}
      </ol>
      {sought === undefined ? null : (
        <p class="muted pad" role="status">
          {shown.length === 0
            ? `Nobody said “${wanted}”.`
            : `${shown.length} of ${lines.length} lines, with “${wanted}”.`}
        </p>
      )}
    </section>
  );
}

interface LineProps {
  line: SpokenLine;
  beganMs: number;
  company: string;
  sought: RegExp | undefined;
  current: ReadonlySignal<string | undefined>;
  playback: Playback;
}

function Line({ line, beganMs, company, sought, current, playback }: LineProps) {
  const { name, icon, isOwner } = speakerOf(line, company);
  const isCurrent = useComputed(() => current.value === line.id).value;
  const isMachine = line.kind === 'menu' || line.kind === 'announcement' || line.kind === 'holdfast';
  const times = timesHeardText(line.timesHeard);
  return (
    <li
      class={`ln ${isOwner ? 'me' : ''} ${isMachine ? 'rep' : ''} ${isCurrent ? 'on' : ''}`}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <MomentButton atMs={line.fromMs} text={writeSpan((line.fromMs - beganMs) / 1000)} playback={playback} />
      <div>
        <span class="who">
          <Icon name={icon} />
          {name}
          {times === '' ? '' : ` · ${times}`}
        </span>
        <p>
          <Found text={line.text} sought={sought} />
        </p>
      </div>
    </li>
  );
}

/** The last line that had begun at that moment. */
function lineAt(lines: readonly SpokenLine[], atMs: number): SpokenLine | undefined {
  return lines.findLast(({ fromMs }) => fromMs <= atMs);
}
