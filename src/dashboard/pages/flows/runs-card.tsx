import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import type { FlowRun } from '../../api/types.ts';
import { readRuns } from '../../state/stored/flow-runs.ts';
import { writeSpan } from '../../text/formats.ts';
import { nameMoment } from '../../text/days.ts';
import type { FlowDraft } from './flow-draft.ts';

/** The flow's results in calls. */
export function RunsCard({ draft, id }: { draft: FlowDraft; id: string }) {
  const runs = useSignal<readonly FlowRun[]>([]);
  useEffect(() => {
    readRuns(id).then(
      (answer) => (runs.value = answer),
      () => undefined, // the counts are shown without them
    );
  }, [id]);
  const { reached, missed } = draft.counts.value;
  if (runs.value.length === 0 && reached + missed === 0) return null;
  const { steps } = draft.content.value;
  return (
    <section class="card pad">
      <div class="row">
        <h2 class="grow">Runs</h2>
        <span class="sm muted num">
          {reached} of {reached + missed} reached you
        </span>
      </div>
      <ul class="stack sm runs">
        {runs.value.map((run) => (
          <li class={`row ${run.succeeded === false ? 'bad' : ''}`} key={run.call_id}>
            <Icon name={run.succeeded === null ? 'phone-call' : run.succeeded ? 'check' : 'x'} />
            <span class="grow">
              {nameMoment(run.started_at)}
              {', '}
              {run.succeeded === null
                ? 'under way'
                : run.succeeded
                  ? throughText(run.menu_time)
                  : run.stopped_at === null
                    ? 'did not reach you'
                    : `stopped at step ${stepNumber(steps, run.stopped_at)}`}
            </span>
            <a class="sm" href={`/calls/${run.call_id}`}>
              {run.succeeded === false ? 'why' : 'call'}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Unknown once the events of the call were removed. */
function throughText(seconds: number | null): string {
  return seconds === null ? 'reached you' : `through in ${writeSpan(seconds)}`;
}

function stepNumber(steps: readonly { id: string }[], id: string): string {
  const at = steps.findIndex((step) => step.id === id);
  return at < 0 ? `“${id}”` : String(at + 1);
}
