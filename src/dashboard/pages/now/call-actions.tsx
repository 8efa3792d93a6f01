import { useSignal } from '@preact/signals';
import { Icon } from '../../icons/icon.tsx';
import { Fault } from '../../shell/fault.tsx';
import { onlineDevices } from '../../state/devices.ts';
import { isReachable } from '../../text/device-texts.ts';
import { actionState, hangUp, ringDevice } from '../../state/actions.ts';
import { nowMs, secondsOf } from '../../state/clock.ts';
import type { LiveCall } from '../../state/live-call.ts';
import { isOffline } from '../../stream/connection.ts';
import { HangUpQuestion } from '../../shell/hang-up-question.tsx';
import { ringOrder } from './will-ring.tsx';

/** After this long, losing the place in the queue deserves a question. */
const costlyHoldSeconds = 120;

/** *Hang up* asks when a place in a queue would be lost. */
export function useHangUp(live: LiveCall) {
  const asks = useSignal(false);
  const press = () => {
    const { status } = live.view.peek();
    const held = secondsOf(live.hold.peek(), nowMs.peek());
    if (status === 'on_hold' && held >= costlyHoldSeconds) asks.value = true;
    else void hangUp(live.id);
  };
  const question = asks.value ? <HangUpQuestion live={live} onClose={() => (asks.value = false)} /> : null;
  return { press, question };
}

/** The device *Take it now* rings: the first online one in the call's order, else one that can be woken. */
function firstToRing(live: LiveCall): { id: string; name: string } | undefined {
  const order = ringOrder(live);
  return order.find((each) => each.is_online) ?? order.find(isReachable) ?? onlineDevices.value[0];
}

export function TakeItNow({ live, className }: { live: LiveCall; className: string }) {
  const device = firstToRing(live);
  const isBusy = actionState(live.id).running !== undefined;
  return (
    <button
      type="button"
      class={className}
      disabled={device === undefined || isBusy || isOffline.value}
      title={device === undefined ? 'No device is online' : `Rings ${device.name}`}
      onClick={() => device !== undefined && void ringDevice(live.id, device.id)}
    >
      <Icon name="phone-call" />
      Take it now
    </button>
  );
}

/** The error of the last action on this call. */
export function ActionFault({ live }: { live: LiveCall }) {
  return <Fault text={actionState(live.id).fault?.text} />;
}
