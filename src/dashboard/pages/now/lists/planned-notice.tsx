import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../icons/icon.tsx';
import { announce } from '../../../shell/overlays/announcer.tsx';
import { justPlanned, tellPlanned } from '../../../state/calls/just-planned.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { nameOf } from '../../../text/names.ts';
import { tellMoment } from '../../../text/days.ts';

/** Reports above the page that the call was planned, since the list of planned calls may be out of view. */
export function PlannedNotice() {
  const live = justPlanned.value;
  return live === undefined ? null : <Notice key={live.id} live={live} />;
}

function Notice({ live }: { live: LiveCall }) {
  const notice = useRef<HTMLDivElement>(null);
  const name = nameOf(live.view.value);
  const moment = tellMoment(live.view.value.started_at);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
    announce(`Planned: I call ${name} ${moment}.`);
  }, []);
  return (
    <div class="banner plain" ref={notice}>
      <Icon name="calendar-clock" />
      <p class="grow">
        Planned: I call <a href={`/calls/${live.id}`}>{name}</a> {moment}. You can close this page.
      </p>
      <button
        type="button"
        class="btn quiet sm icon"
        aria-label="Dismiss"
        onClick={() => tellPlanned(undefined)}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
