import type { LiveCall } from '../../../state/call/live-call.ts';
import { nameOf, subjectOf } from '../../../text/names.ts';
import { StatePill } from '../hearing/state-pill.tsx';

/** Who is called, why, and how the call stands. Labels the card by `who-` and the call's id. */
export function CallHead({ live }: { live: LiveCall }) {
  const view = live.view.value;
  return (
    <header class="live-head">
      <div class="grow">
        <h2 id={`who-${live.id}`}>{nameOf(view)}</h2>
        {/* All of a long reason is in "At hand". */}
        <p class="muted two-lines">{subjectOf(view)}</p>
      </div>
      <StatePill live={live} />
    </header>
  );
}
