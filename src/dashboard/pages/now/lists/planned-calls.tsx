import { Icon } from '../../../icons/icon.tsx';
import { plannedCalls } from '../../../state/calls/calls.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { nameOf, subjectOf } from '../../../text/names.ts';
import { nameMoment } from '../../../text/days.ts';
import { CancelPlanned } from './cancel-planned.tsx';

/** Calls that are placed later, on their own: planned here or by another program, or another try of one that failed. */
export function PlannedCalls() {
  const planned = plannedCalls.value;
  if (planned.length === 0) return null;
  return (
    <section>
      <div class="row section-head">
        <h2 class="grow">Planned</h2>
      </div>
      <div class="card list">
        {planned.map((live) => (
          <PlannedCall key={live.id} live={live} />
        ))}
      </div>
    </section>
  );
}

function PlannedCall({ live }: { live: LiveCall }) {
  const { started_at: due, attempt } = live.view.value;
  return (
    <div class="it rec planned">
      <span class="badge-a s plain">
        <Icon name="calendar-clock" />
      </span>
      <span class="grow">
        <a class="block touch" href={`/calls/${live.id}`}>
          <b class="clip block">{nameOf(live.view.value)}</b>
        </a>
        <span class="muted sm clip block">{subjectOf(live.view.value)}</span>
      </span>
      <span class="r">
        <b class="num">{nameMoment(due)}</b>
        {attempt > 1 ? <span class="faint sm">attempt {attempt}</span> : null}
      </span>
      <CancelPlanned live={live} className="btn sm" />
    </div>
  );
}
