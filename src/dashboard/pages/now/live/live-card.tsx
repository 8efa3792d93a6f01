import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../../icons/icon.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { Keypad } from '../../../call-parts/keypad.tsx';
import { isHangingUp } from '../../../state/calls/actions.ts';
import { pressHangUp } from '../../../state/calls/hang-up-question.ts';
import { type Estimate, lookUpNumber } from '../../../state/stored/known-numbers.ts';
import { isPersonWaiting, type LiveCall } from '../../../state/call/live-call.ts';
import { menuAskOf } from '../../../state/call/menu-ask.ts';
import { keypadWanted } from '../../../shell/following/keys.ts';
import { openPersonScreen } from '../../person/person-state.ts';
import { isOffline, lostAtMs } from '../../../state/gateway/reach.ts';
import { writeClockSeconds } from '../../../text/formats.ts';
import { LiveTimeline } from '../hearing/live-timeline.tsx';
import { CallHead } from './call-head.tsx';
import { ActionFault, TakeItNow } from './call-actions.tsx';
import { Clock } from '../hearing/clock.tsx';
import { WaitOutlook } from '../hearing/estimate.tsx';
import { Hearing } from '../hearing/hearing.tsx';
import { HoldNotice } from './hold-notice.tsx';
import { Listen } from '../hearing/listen.tsx';
import { MenuAskCard } from './menu-ask.tsx';
import { QueueWords } from '../hearing/queue-words.tsx';
import { SilentPage } from './silent-page.tsx';
import { StageTrack } from '../hearing/stage-track.tsx';
import { WillRing } from './will-ring.tsx';

/** A call before anyone is reached: its stage, its wait, what is heard. */
export function LiveCard({ live }: { live: LiveCall }) {
  const view = live.view.value;
  const estimate = useEstimate(view.number);
  const opensKeypad = keypadWanted.value;
  const ask = menuAskOf(live);
  // It stays after the first key ended the question: a number has more digits.
  useEffect(() => {
    if (ask !== undefined) keypadWanted.value = true;
  }, [ask?.eventId]);
  const waits = view.status === 'on_hold' || isPersonWaiting(view.status);
  const isEnding = isHangingUp(live.id);
  const keypadButton = (className: string, isLabelled: boolean) => (
    <GatewayButton
      class={className}
      aria-expanded={opensKeypad}
      aria-label={isLabelled ? undefined : 'Keypad'}
      onClick={() => (keypadWanted.value = !opensKeypad)}
    >
      <Icon name="grip" />
      {isLabelled ? 'Keypad' : null}
    </GatewayButton>
  );
  return (
    <section class="card live" aria-labelledby={`who-${live.id}`}>
      <CallHead live={live} />
      <StageTrack live={live} />
      <div class="clockrow">
        <div class="clock">
          <Clock
            span={waits ? live.hold : live.total}
            label={waits ? 'on hold' : 'since the call was placed'}
          />
          <span>
            {isOffline.value ? `as of ${writeClockSeconds(wallTime(lostAtMs.value))}` : clockText(live)}
          </span>
        </div>
        {waits && estimate.value !== undefined ? (
          <WaitOutlook live={live} estimate={estimate.value} />
        ) : waits ? (
          <p class="lead2">
            <QueueWords live={live} />
          </p>
        ) : (
          <MenuProgress live={live} />
        )}
      </div>
      {ask === undefined ? null : <MenuAskCard live={live} ask={ask} />}
      {opensKeypad ? <Keypad live={live} /> : null}
      <LiveTimeline live={live} height={140} />
      <HoldNotice live={live} />
      <Hearing live={live}>
        <Listen live={live} />
      </Hearing>
      {view.mode === 'hold_slayer' ? <WillRing live={live} /> : null}
      <ActionFault live={live} />
      <div class="actions desk">
        {isPersonWaiting(view.status) && live.person.value !== undefined ? (
          <button type="button" class="btn answer" onClick={() => openPersonScreen()}>
            <Icon name="user-round" />A person is there
          </button>
        ) : (
          <TakeItNow live={live} className="btn" />
        )}
        {keypadButton('btn', true)}
        <span class="gap" />
        <GatewayButton
          class="btn hang"
          data-hangs-up={live.id}
          disabled={isEnding}
          onClick={() => pressHangUp(live)}
        >
          <Icon name="phone-off" />
          Hang up
        </GatewayButton>
      </div>
      {/* Any press makes it disappear, and moves nothing that can be pressed. */}
      <SilentPage className="desk" />
      <div class="dock">
        <SilentPage className="phone" />
        <TakeItNow live={live} className="btn grow" />
        {keypadButton('btn icon wide', false)}
        <GatewayButton
          class="btn icon hang wide"
          data-hangs-up={live.id}
          aria-label="Hang up"
          disabled={isEnding}
          onClick={() => pressHangUp(live)}
        >
          <Icon name="phone-off" />
        </GatewayButton>
      </div>
    </section>
  );
}

function clockText(live: LiveCall): string {
  const { status, mode } = live.view.value;
  if (status === 'on_hold') return 'waited for you';
  if (isPersonWaiting(status) && mode === 'hold_slayer') return 'waited for you, now a person';
  if (status === 'ringing') return 'rings';
  if (status === 'transferring') return 'your phone rings';
  if (status === 'navigating') return 'works through the menu';
  return 'dials';
}

/** The current flow and step, if the gateway reports them. */
function MenuProgress({ live }: { live: LiveCall }) {
  const { flow, status } = live.view.value;
  if (status !== 'navigating') return null;
  const step = [...live.story.value].reverse().find((event) => event.type === 'ivr_step');
  const description = step?.type === 'ivr_step' ? step.data.description : '';
  if (flow === null || flow === undefined)
    return (
      <p class="lead2">
        {description === '' ? 'No flow is stored for this number: I explore the menu' : description}
      </p>
    );
  return (
    <p class="lead2">
      {description}
      <span class="muted sm">
        Flow “{flow.name}”{flow.index === null ? '' : `, step ${flow.index} of ${flow.count}`}
      </span>
    </p>
  );
}

function useEstimate(number: string) {
  const estimate = useSignal<Estimate | undefined>(undefined);
  useEffect(() => {
    const asked = new AbortController();
    lookUpNumber(number, asked.signal).then(
      (known) => {
        estimate.value = known?.estimate ?? undefined;
      },
      () => undefined, // the page was left
    );
    return () => asked.abort();
  }, [number]);
  return estimate;
}

function wallTime(monotonicMs: number | undefined): number {
  return Date.now() - (performance.now() - (monotonicMs ?? performance.now()));
}
