import { useSignal } from '@preact/signals';
import { Icon } from '../../icons/icon.tsx';
import { DevicePicker } from '../../call-parts/device-picker.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Keypad } from '../../call-parts/keypad.tsx';
import { keypadWanted } from '../../shell/following/keys.ts';
import { talkHere } from '../../phone/phone.ts';
import { actionState, hangUp, isHangingUp, waitAgain } from '../../state/calls/actions.ts';
import { devices } from '../../state/stored/devices.ts';
import { writeSpan } from '../../text/formats.ts';
import type { LiveCall } from '../../state/call/live-call.ts';
import { CallHead } from '../now/live/call-head.tsx';
import { ActionFault } from '../now/live/call-actions.tsx';
import { Clock } from '../now/hearing/clock.tsx';
import { LiveTimeline } from '../now/hearing/live-timeline.tsx';
import './connected.css';

/** The owner is talking. Shows a phone's buttons, without those this browser cannot provide. */
export function ConnectedCard({ live }: { live: LiveCall }) {
  const view = live.view.value;
  const isPicking = useSignal(false);
  const opensKeypad = keypadWanted.value;
  const isBusy = actionState(live.id).running !== undefined;
  const device = (devices.value ?? []).find(({ id }) => id === view.device)?.name ?? view.device_name ?? '';
  return (
    <section class="card talk" aria-labelledby={`who-${live.id}`}>
      <CallHead live={live} />
      <div class="row between wrap end">
        <div class="clock">
          <Clock span={live.talk} label="talking" />
          <span>
            talking{view.hold_time >= 1 ? ` · I waited ${writeSpan(live.hold.value.seconds)} for you` : ''}
          </span>
        </div>
        {device === '' ? null : (
          <p class="row on-device sm">
            <Icon name="phone" />
            on {device}
            <LineQuality />
          </p>
        )}
      </div>
      {opensKeypad ? <Keypad live={live} /> : <LiveTimeline live={live} height={92} />}
      <ActionFault live={live} />
      <div class="pads" role="group" aria-label="Your call">
        <Mute />
        <GatewayButton
          class="pad-b"
          aria-pressed={opensKeypad}
          onClick={() => (keypadWanted.value = !opensKeypad)}
        >
          <Icon name="grip" />
          Keypad
        </GatewayButton>
        <GatewayButton class="pad-b" disabled={isBusy} onClick={() => (isPicking.value = true)}>
          <Icon name="phone-forwarded" />
          Transfer
        </GatewayButton>
        {view.mode === 'hold_slayer' ? (
          <GatewayButton
            class="pad-b"
            disabled={isBusy}
            onClick={() => void waitAgain(live.id, 'on_hold_again')}
          >
            <Icon name="pause" />
            Wait for me again
          </GatewayButton>
        ) : null}
        <GatewayButton
          class="pad-b hang"
          disabled={isHangingUp(live.id)}
          onClick={() => void hangUp(live.id)}
        >
          <Icon name="phone-off" />
          Hang up
        </GatewayButton>
      </div>
      {isPicking.value ? (
        <DevicePicker
          live={live}
          title="Move the call to"
          except={view.device}
          onClose={() => (isPicking.value = false)}
        />
      ) : null}
    </section>
  );
}

/** Mutes the talk carried by this browser. */
function Mute() {
  const talk = talkHere.value;
  if (talk === undefined) return null;
  const isMuted = talk.isMuted.value;
  return (
    <button type="button" class="pad-b" aria-pressed={isMuted} onClick={() => talk.mute(!isMuted)}>
      <Icon name={isMuted ? 'mic-off' : 'mic'} />
      Mute
    </button>
  );
}

function LineQuality() {
  const talk = talkHere.value;
  const quality = talk?.quality.value;
  if (talk?.isUnheard.value === true)
    return <b role="alert">· they cannot hear you: this browser has no microphone</b>;
  if (talk?.isSilenced.value === true) return <b role="alert">· press anywhere to hear them</b>;
  if (talk === undefined || quality === undefined) return null;
  return (
    <span class="faint">
      · line {quality}
      <meter
        class="mic-level"
        min="0"
        max="1"
        value={Math.min(1, talk.level.value * 3)}
        aria-label="Microphone"
      />
    </span>
  );
}
