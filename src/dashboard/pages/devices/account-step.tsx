import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import { announce } from '../../shell/overlays/announcer.tsx';
import { CopyButton } from '../../controls/copy-button.tsx';
import { tickingSeconds } from '../../state/gateway/clock.ts';
import { AccountCode } from './account-code.tsx';
import type { NewDevice } from '../../state/stored/device-work.ts';
import { devices } from '../../state/stored/devices.ts';
import { writeSpan } from '../../text/formats.ts';

/** The account to type into the phone; the page notices when the phone has registered. */
export function AccountStep({ device, onNext }: { device: NewDevice; onNext: () => void }) {
  const beganMs = useSignal(performance.now());
  const waited = tickingSeconds(() => ({ seconds: 0, atMs: beganMs.value, runs: true }));
  const isOnline = devices.value?.find(({ id }) => id === device.id)?.is_online === true;
  useEffect(() => {
    if (isOnline) announce(`${device.name} is registered.`);
  }, [isOnline]);
  const [user = '', server = ''] = device.sip_uri.replace(/^sip:/, '').split('@');
  const rows = [
    { label: 'Server', what: 'server', text: server },
    { label: 'User', what: 'user', text: user },
    { label: 'Password', what: 'password', text: device.sip_password ?? '' },
  ];
  return (
    <section class="card pad stack wiz-card">
      <div>
        <h2>{device.name}</h2>
        <p class="muted">Type this into the phone or the softphone. Nothing else has to be set.</p>
      </div>
      <div class="acct-code">
        <dl class="acct">
          {rows.map(({ label, what, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd class="code">{text}</dd>
              <dd>
                <CopyButton text={text} what={what} />
              </dd>
            </div>
          ))}
          <div>
            <dt>Transport</dt>
            <dd>UDP</dd>
          </div>
        </dl>
        <AccountCode deviceId={device.id} />
      </div>
      <p class="banner">
        <Icon name="triangle-alert" />
        <span>The password is shown only once. If you lose it, make a new one on the Devices page.</span>
      </p>
      {isOnline ? (
        <p class="banner good" role="status">
          <Icon name="circle-check" />
          <span>
            <b>The phone is registered.</b>
          </span>
        </p>
      ) : (
        <div class="wait" role="status">
          <span class="spin" aria-hidden="true" />
          <span class="grow">
            <b>Waiting for the phone to register</b>
            <br />
            <span class="muted sm">
              <span aria-hidden="true">{writeSpan(waited.value)} · </span>this page will notice
            </span>
          </span>
          <details class="trouble">
            <summary class="sm">Not working?</summary>
            <ul class="sm muted">
              <li>User and password have to be typed exactly, including upper and lower case.</li>
              <li>The phone has to reach {server} on the network, UDP port 5060 unless it was changed.</li>
              <li>Phones try again after a minute or two; switching it off and on is faster.</li>
            </ul>
          </details>
        </div>
      )}
      <div class="row">
        <button type="button" class="btn primary" disabled={!isOnline} onClick={onNext}>
          Continue
        </button>
        <span class="grow" />
        <a class="btn quiet" href="/devices">
          Later
        </a>
      </div>
    </section>
  );
}
