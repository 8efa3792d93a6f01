import { devices, devicesFault, onlineDevices } from '../state/stored/devices.ts';
import { health } from '../state/gateway/gateway.ts';
import { withLocalTimes } from '../text/days.ts';
import { isOffline } from '../state/gateway/reach.ts';

/** The gateway's state in two lines at the bottom of the sidebar. */
export function GatewayLine() {
  const state = describe();
  return (
    <a class="health" href="/settings#gateway">
      <span class={`dot ${state.dot}`} />
      <span>
        <b class="health-head">{state.head}</b>
        <br />
        {state.detail}
      </span>
    </a>
  );
}

function describe(): { dot: 'ok' | 'bad' | 'warn' | ''; head: string; detail: string } {
  if (isOffline.value) return { dot: 'bad', head: 'Not connected', detail: 'Calls continue in the gateway' };
  const known = health.value;
  if (known === undefined) return { dot: '', head: 'Checking the gateway', detail: ' ' };
  const phones = describeDevices();
  const { asterisk, trunk } = known;
  if (!asterisk.ok || !trunk.ok)
    return {
      dot: 'bad',
      head: 'Cannot place calls',
      detail: withLocalTimes((asterisk.ok ? trunk : asterisk).detail ?? phones),
    };
  if (!known.database.ok)
    return {
      dot: 'warn',
      head: 'Running, with problems',
      detail: withLocalTimes(known.database.detail ?? phones),
    };
  return { dot: 'ok', head: 'Gateway ready', detail: phones };
}

function describeDevices(): string {
  const all = devices.value?.length;
  if (all === undefined) return devicesFault.value === undefined ? ' ' : 'Devices could not be read';
  return all === 0 ? 'No devices yet' : `${onlineDevices.value.length} of ${all} devices online`;
}
