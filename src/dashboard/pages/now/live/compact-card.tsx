import { Icon } from '../../../icons/icon.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { isHangingUp } from '../../../state/calls/actions.ts';
import { pressHangUp } from '../../../state/calls/hang-up-question.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { nameOf, subjectOf } from '../../../text/names.ts';
import { isPersonWaiting } from '../../../state/call/live-call.ts';
import { HeardStrip } from '../hearing/heard-strip.tsx';
import { ActionFault, TakeItNow } from './call-actions.tsx';
import { Clock } from '../hearing/clock.tsx';
import { StageTrack } from '../hearing/stage-track.tsx';
import { StatePill } from '../hearing/state-pill.tsx';

/** An additional call, in smaller form. */
export function CompactCard({ live }: { live: LiveCall }) {
  const view = live.view.value;
  const isConnected = view.status === 'connected';
  const waits = view.status === 'on_hold' || isPersonWaiting(view.status);
  const span = isConnected ? live.talk : waits ? live.hold : live.total;
  return (
    <section class="card live compact" aria-labelledby={`who-${live.id}`}>
      <header class="live-head">
        <div class="grow">
          <h2 id={`who-${live.id}`}>
            <a class="touch" href={`/calls/${live.id}`}>
              {nameOf(view)}
            </a>
          </h2>
          <p class="muted sm clip">{subjectOf(view)}</p>
        </div>
        <StatePill live={live} />
      </header>
      <StageTrack live={live} withTimes={false} />
      <div class="row between end wrap">
        <div class="clock">
          <Clock
            span={span}
            label={isConnected ? 'talking' : waits ? 'on hold' : 'since the call was placed'}
          />
          <span class="sm">{isConnected ? 'talking' : waits ? 'waited for you' : 'since it was placed'}</span>
        </div>
        <div class="actions">
          {isConnected ? null : <TakeItNow live={live} className="btn sm" />}
          <GatewayButton
            class="btn sm hang"
            data-hangs-up={live.id}
            disabled={isHangingUp(live.id)}
            onClick={() => pressHangUp(live)}
          >
            <Icon name="phone-off" />
            Hang up
          </GatewayButton>
        </div>
      </div>
      <HeardStrip live={live} height={44} />
      <ActionFault live={live} />
    </section>
  );
}
