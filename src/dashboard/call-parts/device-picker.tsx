import { Icon } from '../icons/icon.tsx';
import { ringDevice } from '../state/calls/actions.ts';
import { devices } from '../state/stored/devices.ts';
import type { LiveCall } from '../state/call/live-call.ts';
import { isReachable, presenceOf } from '../text/device-texts.ts';
import { Dialog } from '../controls/dialog.tsx';
import { GatewayButton } from '../controls/gateway-button.tsx';

export interface DevicePickerProps {
  live: LiveCall;
  title: string;
  /** The device that already has the call or is ringing for it. */
  except: string | null;
  onClose: () => void;
}

/** Rings one of the owner's devices; unreachable ones are listed but disabled. */
export function DevicePicker({ live, title, except, onClose }: DevicePickerProps) {
  const others = devices.value?.filter(({ id }) => id !== except);
  return (
    <Dialog labelledBy="device-picker" onClose={onClose}>
      <h2 id="device-picker">{title}</h2>
      {others === undefined ? (
        <p class="muted">Your devices could not be read.</p>
      ) : others.length === 0 ? (
        <p class="muted">
          There is no other device. <a href="/devices/new">Add one</a>
        </p>
      ) : (
        <ul class="stack">
          {others.map((each) => (
            <li key={each.id}>
              <GatewayButton
                class="btn lg pick-device"
                disabled={!isReachable(each)}
                onClick={() => {
                  onClose();
                  void ringDevice(live.id, each.id);
                }}
              >
                <Icon name={each.type === 'sip_phone' ? 'phone' : 'smartphone'} />
                <span class="grow clip">{each.name}</span>
                {each.is_online ? null : <span class="faint sm">{presenceOf(each)}</span>}
              </GatewayButton>
            </li>
          ))}
        </ul>
      )}
      <button type="button" class="btn quiet" onClick={onClose}>
        Cancel
      </button>
    </Dialog>
  );
}
