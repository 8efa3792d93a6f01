import './devices.css';
import './add-device.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import { setPageName } from '../../shell/following/title.ts';
import type { NewDevice } from '../../state/stored/device-work.ts';
import { AccountStep } from './account-step.tsx';
import { KindStep } from './kind-step.tsx';
import { RingStep } from './ring-step.tsx';

const stepNames = ['Kind', 'Put the account into the phone', 'Test ring'];

/** Adds a phone and makes it ring, in three steps. */
export function AddDevicePage() {
  const added = useSignal<NewDevice | undefined>(undefined);
  const rings = useSignal(false);
  useEffect(() => setPageName('Add a device'), []);
  const device = added.value;
  const at = device === undefined ? 0 : rings.value || device.sip_password === undefined ? 2 : 1;
  return (
    <>
      <div class="mtop phone">
        <a class="btn quiet icon back" href="/devices" aria-label="Back to the devices">
          <Icon name="chevron-left" />
        </a>
        <h1>Add a device</h1>
      </div>
      <div class="top desk">
        <h1>Add a device</h1>
      </div>
      <div class="wiz">
        <ol class="steps" aria-label="Steps">
          {stepNames.map((name, index) => (
            <li
              key={name}
              class={index < at ? 'done' : index === at ? 'cur' : undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              <span class="n">{index < at ? <Icon name="check" /> : index + 1}</span>
              <span>{name}</span>
            </li>
          ))}
        </ol>
        {device === undefined ? (
          <KindStep onAdded={(created) => (added.value = created)} />
        ) : at === 1 ? (
          <AccountStep device={device} onNext={() => (rings.value = true)} />
        ) : (
          <RingStep device={device} />
        )}
      </div>
    </>
  );
}
