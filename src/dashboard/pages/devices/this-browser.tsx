import { useSignal } from '@preact/signals';
import { Icon } from '../../icons/icon.tsx';
import {
  becomePhone,
  canBePhone,
  phoneFault,
  type PhonePhase,
  phonePhase,
  stopBeingPhone,
} from '../../phone/phone.ts';
import { SoundChoice } from '../../phone/sound-choice.tsx';
import { beWoken, sleepOn, type WakePhase, wakeFault, wakeObstacle, wakePhase } from '../../phone/wake.ts';
import { tryRing } from '../../shell/ring.ts';
import { Switch } from '../../shell/switch.tsx';

const phaseTexts: Record<PhonePhase, string> = {
  off: 'rings here and you talk here, as long as a page is open',
  connecting: 'connecting …',
  ready: 'online: rings here, and you talk here',
  elsewhere: 'another tab of this browser does',
  fault: '',
};

/** Off and on at once; what goes wrong is said beneath. */
function TakeCalls() {
  const phase = phonePhase.value;
  const isOn = phase !== 'off' && !(phase === 'fault' && phoneFault.value === '');
  return (
    <li>
      <span class={phase === 'fault' ? 'no' : phase === 'ready' ? 'yes' : ''}>
        <Icon name={phase === 'fault' ? 'circle-alert' : phase === 'ready' ? 'circle-check' : 'phone'} />
      </span>
      <span>
        <span id="take-calls">Take calls in this browser</span>
        <br />
        <span class="faint sm" role="status">
          {phase === 'fault' ? phoneFault : phaseTexts[phase]}
        </span>
      </span>
      <Switch
        labelledBy="take-calls"
        isOn={isOn}
        onChange={(wanted) => void (wanted ? becomePhone() : stopBeingPhone())}
      />
    </li>
  );
}

const wakeTexts: Record<WakePhase, string> = {
  off: 'off: while this page is closed you are not told, and nothing rings here',
  working: 'asking …',
  on: 'on: you are told when a person is on the line, also while this page is closed',
  fault: '',
};

/** Whether a push message reaches this browser while its page is closed. */
function Wake() {
  const phase = wakePhase.value;
  const obstacle = phase === 'on' ? undefined : wakeObstacle();
  const isBad = phase === 'fault' || obstacle !== undefined;
  return (
    <li>
      <span class={isBad ? 'no' : phase === 'on' ? 'yes' : ''}>
        <Icon name={isBad ? 'circle-alert' : phase === 'on' ? 'circle-check' : 'bell'} />
      </span>
      <span>
        <span id="wake-browser">Wake this browser</span>
        <br />
        <span class="faint sm" role="status">
          {obstacle ?? (phase === 'fault' ? wakeFault : wakeTexts[phase])}
        </span>
      </span>
      {obstacle === undefined ? (
        <Switch
          labelledBy="wake-browser"
          isOn={phase === 'on' || phase === 'working'}
          onChange={(wanted) => void (wanted ? beWoken() : sleepOn())}
        />
      ) : (
        <span />
      )}
    </li>
  );
}

/** What this page itself can do when a person answers. */
export function ThisBrowser() {
  const tried = useSignal(false);
  return (
    <section class="card">
      <div class="card-head">
        <h2>This page</h2>
      </div>
      <ul class="checks pad">
        <li>
          <span class="yes">
            <Icon name="circle-check" />
          </span>
          <span>
            Ring tone
            <br />
            <span class="faint sm">sounds while a person waits, as long as the page is open</span>
          </span>
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
        </li>
        {canBePhone() ? <TakeCalls /> : null}
        {window.isSecureContext ? <Wake /> : null}
        {phonePhase.value === 'ready' ? <SoundChoice /> : null}
        {window.isSecureContext ? null : (
          <li>
            <span class="no">
              <Icon name="circle-alert" />
            </span>
            <span>
              This page cannot take calls, and nothing can wake it: it is not on https
              <br />
              <span class="faint sm">use a SIP phone, or have ntfy tell you (Settings, Webhooks)</span>
            </span>
            <span />
          </li>
        )}
      </ul>
    </section>
  );
}
