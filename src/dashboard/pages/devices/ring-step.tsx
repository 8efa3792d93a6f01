import { useSignal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { type NewDevice, testRing } from '../../state/stored/device-work.ts';
import { hasCalled } from '../../state/calls/first-call.ts';
import { tellRing } from '../../text/device-texts.ts';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';

/** A test ring, before it matters. */
export function RingStep({ device }: { device: NewDevice }) {
  const rings = useSignal(false);
  const result = useSignal<string | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const ring = async () => {
    fault.value = undefined;
    rings.value = true;
    try {
      result.value = tellRing(await testRing(device.id));
    } catch (error) {
      fault.value = explain(error);
    } finally {
      rings.value = false;
    }
  };
  return (
    <section class="card pad stack wiz-card">
      <div>
        <h2>{device.name} is ready</h2>
        <p class="muted">Let it ring once now, so that you know how it sounds when a person waits.</p>
      </div>
      {rings.value || result.value !== undefined ? (
        <p class="banner plain" role="status">
          <Icon name="bell-ring" />
          <span>{rings.value ? 'It is ringing. Answer it to check that it works.' : result}</span>
        </p>
      ) : null}
      <Fault text={fault.value} />
      <div class="row">
        <GatewayButton
          dials
          class={result.value === undefined ? 'btn primary' : 'btn'}
          disabled={rings.value}
          onClick={() => void ring()}
        >
          <Icon name="bell-ring" />
          {result.value === undefined ? 'Test ring' : 'Ring again'}
        </GatewayButton>
        <span class="grow" />
        <a
          class={result.value === undefined ? 'btn quiet' : 'btn primary'}
          href={hasCalled.value === true ? '/devices' : '/'}
        >
          Done
        </a>
      </div>
    </section>
  );
}
