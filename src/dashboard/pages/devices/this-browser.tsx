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
        {window.isSecureContext ? null : (
          <li>
            <span class="no">
              <Icon name="circle-alert" />
            </span>
            <span>
              This page cannot take calls: it is not on https
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
