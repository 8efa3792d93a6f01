import { Icon } from '../../../icons/icon.tsx';
import { Fault } from '../../../controls/fault.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { onlineDevices } from '../../../state/stored/devices.ts';
import { isReachable } from '../../../text/device-texts.ts';
import { actionState, ringDevice } from '../../../state/calls/actions.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { ringOrder } from './will-ring.tsx';

/** The device *Take it now* rings: the first online one in the call's order, else one that can be woken. */
function firstToRing(live: LiveCall): { id: string; name: string } | undefined {
  const order = ringOrder(live);
  return order.find((each) => each.is_online) ?? order.find(isReachable) ?? onlineDevices.value[0];
}

export function TakeItNow({ live, className }: { live: LiveCall; className: string }) {
  const device = firstToRing(live);
  const isBusy = actionState(live.id).running !== undefined;
  return (
    <GatewayButton
      class={className}
      disabled={device === undefined || isBusy}
      title={device === undefined ? 'No device is online' : `Rings ${device.name}`}
      onClick={() => device !== undefined && void ringDevice(live.id, device.id)}
    >
      <Icon name="phone-call" />
      Take it now
    </GatewayButton>
  );
}

/** The error of the last action on this call. */
export function ActionFault({ live }: { live: LiveCall }) {
  return <Fault text={actionState(live.id).fault?.text} />;
}
