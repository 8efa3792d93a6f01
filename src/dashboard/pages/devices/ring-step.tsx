import { useSignal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { type NewDevice, testRing } from '../../state/device-work.ts';

/** Proof that it rings, before it matters. */
export function RingStep({ device }: { device: NewDevice }) {
  const rang = useSignal(false);
  const fault = useSignal<string | undefined>(undefined);
  const ring = async () => {
    fault.value = undefined;
    try {
      await testRing(device.id);
      rang.value = true;
    } catch (error) {
      fault.value = explain(error);
    }
  };
  return (
    <section class="card pad stack wiz-card">
      <div>
        <h2>{device.name} is ready</h2>
        <p class="muted">Let it ring once now, so that you know how it sounds when a person waits.</p>
      </div>
      {rang.value ? (
        <p class="banner plain" role="status">
          <Icon name="bell-ring" />
          <span>It rings. If it does not, look at its volume and whether it takes calls.</span>
        </p>
      ) : null}
      {fault.value === undefined ? null : (
        <p class="err" role="alert">
          <Icon name="circle-alert" />
          <span>{fault}</span>
        </p>
      )}
      <div class="row">
        <button type="button" class={rang.value ? 'btn' : 'btn primary'} onClick={() => void ring()}>
          <Icon name="bell-ring" />
          {rang.value ? 'Ring again' : 'Test ring'}
        </button>
        <span class="grow" />
        <a class={rang.value ? 'btn primary' : 'btn quiet'} href="/devices">
          Done
        </a>
      </div>
    </section>
  );
}
