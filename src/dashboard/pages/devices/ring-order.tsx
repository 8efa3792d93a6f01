import type { Device } from '../../api/types.ts';
import { phoneDeviceId } from '../../phone/phone.ts';
import { systemReport } from '../../state/gateway/system.ts';
import { isReachable } from '../../text/device-texts.ts';

/** What happens when a person answers, in words and as a picture. */
export function RingOrder({ devices }: { devices: readonly Device[] }) {
  const online = devices.filter(isReachable);
  if (online.length === 0)
    return (
      <section class="card pad stack">
        <div>
          <h2>When a person answers</h2>
          <p class="muted sm">
            No device is online, so nothing rings. I keep the call on hold and ring again as soon as they
            speak.
          </p>
        </div>
      </section>
    );
  const together = online.some((each, index) => online[index - 1]?.priority === each.priority);
  const seconds = systemReport.value?.device_ring_seconds;
  const each = seconds === undefined ? '' : `, ${seconds} s each`;
  return (
    <section class="card pad stack">
      <div>
        <h2>When a person answers</h2>
        <p class="muted sm">
          {online.length === 1
            ? `${online[0] === undefined ? '' : calledHere(online[0])} rings${seconds === undefined ? '' : ` for ${seconds} s`}.`
            : together
              ? 'Devices with the same place ring together, the others after them, until you pick up.'
              : `One after the other${each}, until you pick up.`}{' '}
          The person hears “one moment please”.
        </p>
      </div>
      <div class="order">
        {online.map((device) => (
          <div key={device.id}>
            <i />
            <span class="clip">{calledHere(device)}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

const calledHere = ({ id, name }: Device): string => (id === phoneDeviceId.value ? 'This browser' : name);
