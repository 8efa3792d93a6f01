import './devices.css';
import './add-device.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import { setPageName } from '../../shell/following/title.ts';
import type { NewDevice } from '../../state/stored/device-work.ts';
import { AccountStep } from './account-step.tsx';
import { KindStep } from './kind-step.tsx';
import { NumberAdded } from './number-added.tsx';
import { RingStep } from './ring-step.tsx';

/** What has an account here is set up; a number is not rung for a test. */
function stepsOf(device: NewDevice | undefined): string[] {
  if (device?.type === 'external') return ['Kind', 'Ready'];
  if (device !== undefined && device.sip_password === undefined) return ['Kind', 'Test ring'];
  return ['Kind', 'Put the account into the phone', 'Test ring'];
}

/** Adds a phone and makes it ring, in three steps. */
export function AddDevicePage() {
  const added = useSignal<NewDevice | undefined>(undefined);
  const rings = useSignal(false);
  useEffect(() => setPageName('Add a device'), []);
  const device = added.value;
  const steps = stepsOf(device);
  const isAtAccount = device?.sip_password !== undefined && !rings.value;
  const at = device === undefined ? 0 : isAtAccount ? 1 : steps.length - 1;
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
          {steps.map((name, index) => (
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
        ) : isAtAccount ? (
          <AccountStep device={device} onNext={() => (rings.value = true)} />
        ) : device.type === 'external' ? (
          <NumberAdded device={device} />
        ) : (
          <RingStep device={device} />
        )}
      </div>
    </>
  );
}
