import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../icons/icon.tsx';
import {
  becomePhone,
  canBePhone,
  isPhoneWished,
  phoneFault,
  type PhonePhase,
  phonePhase,
  stopBeingPhone,
  talkHere,
} from '../../phone/phone.ts';
import { SoundChoice } from '../../phone/sound-choice.tsx';
import { beWoken, sleepOn, type WakePhase, wakeFault, wakeObstacle, wakePhase } from '../../phone/wake.ts';
import { tryRing } from '../../shell/following/ring.ts';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Switch } from '../../controls/switch.tsx';

const phaseTexts: Record<PhonePhase, string> = {
  off: 'off: turn it on, and it rings here and you talk here, as long as a page is open',
  asking:
    'allow the microphone, and let the browser remember it if it offers that: else it asks again when it rings',
  connecting: 'connecting …',
  ready: 'online: rings here, and you talk here',
  elsewhere: 'another tab of this browser takes the calls',
  fault: '',
};

const wakeTexts: Record<WakePhase, string> = {
  off: 'off: nothing reaches you while this page is closed',
  working: 'asking …',
  on: 'on: you are notified when a person is on the line, even while this page is closed',
  fault: '',
};

type Mark = 'good' | 'bad' | 'neutral';

/** One precondition for taking calls here, and its remedy. */
function Check({
  mark,
  name,
  told,
  children,
}: {
  mark: Mark;
  name: ComponentChildren;
  told?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <li>
      <span class={{ good: 'yes', bad: 'no', neutral: 'faint' }[mark]}>
        <Icon name={mark === 'good' ? 'circle-check' : 'circle-alert'} />
      </span>
      <span>
        {name}
        {told === undefined ? null : (
          <>
            <br />
            <span class="faint sm" role="status">
              {told}
            </span>
          </>
        )}
      </span>
      {children ?? <span />}
    </li>
  );
}

function Line() {
  const phase = phonePhase.value;
  return (
    <Check
      mark={phase === 'ready' ? 'good' : phase === 'fault' ? 'bad' : 'neutral'}
      name="Calls"
      told={
        talkHere.value !== undefined
          ? 'you talk here now'
          : phase === 'fault'
            ? phoneFault.value
            : phaseTexts[phase]
      }
    />
  );
}

/** Whether push messages reach this browser while its page is closed. */
function Notifications() {
  const phase = wakePhase.value;
  const obstacle = phase === 'on' ? undefined : wakeObstacle();
  const isOn = phase === 'on' || phase === 'working';
  return (
    <Check
      mark={phase === 'on' ? 'good' : 'bad'}
      name="Notifications"
      told={obstacle ?? (phase === 'fault' ? wakeFault.value : wakeTexts[phase])}
    >
      {obstacle === undefined ? (
        <GatewayButton
          class={`btn sm ${isOn ? 'quiet' : ''}`}
          disabled={phase === 'working'}
          aria-label={isOn ? 'Turn off notifications' : 'Turn on notifications'}
          onClick={() => void (isOn ? sleepOn() : beWoken())}
        >
          {isOn ? 'Turn off' : 'Turn on'}
        </GatewayButton>
      ) : null}
    </Check>
  );
}

/** What this browser can do when a person answers. */
export function ThisBrowser() {
  const tried = useSignal(false);
  const phase = phonePhase.value;
  const isSecure = window.isSecureContext;
  return (
    <section class="card">
      <div class="card-head">
        <h2 id="browser-phone">This browser as a phone</h2>
        {canBePhone() ? (
          <Switch
            needsGateway
            labelledBy="browser-phone"
            disabled={talkHere.value !== undefined}
            isOn={isPhoneWished.value}
            onChange={(wanted) => void (wanted ? becomePhone() : stopBeingPhone())}
          />
        ) : null}
      </div>
      <ul class="checks pad">
        {isSecure ? (
          <Check
            mark="good"
            name={
              <>
                Secure page{' '}
                <span class="faint sm">
                  {window.location.protocol === 'https:' ? 'https' : 'this machine'}
                </span>
              </>
            }
          />
        ) : (
          <Check
            mark="bad"
            name="This page cannot take calls, and nothing can wake it: it is not on https"
            told="use a SIP phone, or have ntfy tell you (Settings, Webhooks)"
          />
        )}
        {canBePhone() ? <Line /> : null}
        {phase === 'ready' ? <SoundChoice /> : null}
        <Check mark="good" name="Ring tone" told="sounds while a person waits, as long as the page is open">
          <button
            type="button"
            class="btn sm quiet"
            onClick={() => {
              tried.value = true;
              void tryRing();
            }}
          >
            <Icon name="play" />
            {tried.value ? 'Again' : 'Try'}
          </button>
        </Check>
        {isSecure ? <Notifications /> : null}
      </ul>
    </section>
  );
}
