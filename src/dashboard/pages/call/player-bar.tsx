import { useComputed } from '@preact/signals';
import { Icon } from '../../icons/icon.tsx';
import { Fault } from '../../controls/fault.tsx';
import { Switch } from '../../controls/switch.tsx';
import { writeSpan } from '../../text/formats.ts';
import { me } from '../../state/gateway/session.ts';
import type { CallData } from './call-data.ts';
import { addressOf, type Playback } from './playback.ts';

const stepSeconds = 10;

/** Plays the recording from the position on. Needs the scope for everything, because people's words are sensitive. */
export function PlayerBar({ data, playback }: { data: CallData; playback: Playback }) {
  const recording = data.recording.value;
  if (recording == null) return null;
  if (me.value?.scope !== 'admin')
    return <p class="muted sm trans">Your sign-in may list recordings but not play them.</p>;
  const plays = playback.isPlaying.value;
  return (
    <>
      <div class="trans" role="group" aria-label="Recording">
        <button
          type="button"
          class="btn primary icon play"
          aria-label={plays ? 'Pause' : 'Play'}
          onClick={() => playback.toggle()}
        >
          <Icon name={plays ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          class="btn quiet icon"
          aria-label={`Back ${stepSeconds} seconds`}
          onClick={() => playback.move(-stepSeconds)}
        >
          <Icon name="undo-2" />
        </button>
        <button
          type="button"
          class="btn quiet icon"
          aria-label={`Forward ${stepSeconds} seconds`}
          onClick={() => playback.move(stepSeconds)}
        >
          <Icon name="redo-2" />
        </button>
        <Place playback={playback} />
        <span class="grow" />
        <SkipMusic playback={playback} />
        <button
          type="button"
          class="btn sm quiet num desk"
          aria-label={`${playback.rate.value}× speed`}
          onClick={() => playback.nextRate()}
        >
          {playback.rate.value}×
        </button>
        <a
          class="btn sm icon quiet"
          href={addressOf(recording.id)}
          download={`${recording.id}.${recording.format}`}
          target="_blank"
          aria-label={`Download the recording, ${(recording.file_size / 1_000_000).toFixed(1)} MB`}
        >
          <Icon name="download" />
        </a>
      </div>
      <Fault text={playback.fault.value} />
    </>
  );
}

/** The position in the recording, not in the call, because that is what plays. */
function Place({ playback }: { playback: Playback }) {
  const range = playback.range.value;
  const seconds = useComputed(() => {
    const [from, at] = [playback.range.value?.fromMs ?? 0, playback.atMs.value];
    return at === undefined ? 0 : Math.floor((at - from) / 1000);
  });
  const text = useComputed(() => writeSpan(seconds.value));
  if (range === undefined) return null;
  return (
    <span class="num heard-at">
      <b>{text}</b> <span class="faint">of {writeSpan((range.toMs - range.fromMs) / 1000)}</span>
    </span>
  );
}

function SkipMusic({ playback }: { playback: Playback }) {
  const range = playback.range.value;
  if (range === undefined || playback.music.value.length === 0) return null;
  return (
    <span class="row sm skip-music">
      <Switch
        isOn={playback.skipsMusic.value}
        onChange={(on) => playback.skipMusic(on)}
        labelledBy="skip-music"
      />
      <span>
        <span id="skip-music">Skip the music</span>{' '}
        <span class="faint num">
          {writeSpan(playback.leftSeconds.value)} left of {writeSpan((range.toMs - range.fromMs) / 1000)}
        </span>
      </span>
    </span>
  );
}
