import { writeSpan } from '../../../text/formats.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { stagesOf } from '../../../state/call/stages.ts';

/** The call's progress through its stages. */
export function StageTrack({ live, withTimes = true }: { live: LiveCall; withTimes?: boolean }) {
  const { mode, status, started_at: started } = live.view.value;
  return (
    <ol class="track" aria-label="Where the call is">
      {stagesOf(mode, status, live.story.value, Date.parse(started)).map(({ name, state, seconds }) => (
        <li key={name} class={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span class="clip">
            {name}
            {state === 'skipped' ? <span class="vh">, not needed</span> : null}
            {withTimes && seconds !== undefined && seconds >= 1 ? (
              <span class="num">{writeSpan(seconds)}</span>
            ) : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
