import { useSignal } from '@preact/signals';
import { Icon } from '../../../icons/icon.tsx';
import { devices } from '../../../state/stored/devices.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { isReachable, presenceOf } from '../../../text/device-texts.ts';
import { RingOrderDialog } from './ring-order-dialog.tsx';

/** The devices that will ring when a person answers; a warning if there are none. */
export function WillRing({ live }: { live: LiveCall }) {
  const order = ringOrder(live);
  const changes = useSignal(false);
  if (order.length > 0 && !order.some(isReachable))
    return (
      <div class="banner bad" role="alert">
        <Icon name="bell-off" />
        <span class="grow">
          <b>Nothing would ring.</b>{' '}
          {order.length === 1 ? `${order[0]?.name} is offline.` : 'All devices are offline.'} Bring one
          online, or I keep the person waiting.
        </span>
        <a class="btn sm" href="/devices">
          Devices
        </a>
      </div>
    );
  if (order.length === 0)
    return (
      <div class="banner bad" role="alert">
        <Icon name="bell-off" />
        <span class="grow">
          <b>Nothing would ring.</b> There is no device yet.
        </span>
        <a class="btn sm" href="/devices/new">
          Add one
        </a>
      </div>
    );
  return (
    <div class="willring">
      <span>Will ring</span>
      <ol>
        {order.map((each) => (
          <li key={each.id}>
            <span class={`dot ${each.is_online ? 'ok' : ''}`} />
            {each.name}
            {each.is_online ? null : <span class="faint"> {presenceOf(each)}</span>}
            {each.stands_in ? <span class="faint"> instead</span> : null}
          </li>
        ))}
      </ol>
      {(devices.value ?? []).length > 1 ? (
        <button type="button" class="link sm" onClick={() => (changes.value = true)}>
          Change
        </button>
      ) : null}
      {changes.value ? <RingOrderDialog live={live} onClose={() => (changes.value = false)} /> : null}
    </div>
  );
}

/** The call's own order if the gateway reports it, with live presence. */
export function ringOrder(
  live: LiveCall,
): readonly { id: string; name: string; is_online: boolean; can_wake: boolean; stands_in: boolean }[] {
  const known = devices.value ?? [];
  return live.view.value.will_ring.map((each) => ({
    ...each,
    is_online: known.find(({ id }) => id === each.id)?.is_online ?? each.is_online,
    can_wake: known.find(({ id }) => id === each.id)?.can_wake ?? each.can_wake,
  }));
}
