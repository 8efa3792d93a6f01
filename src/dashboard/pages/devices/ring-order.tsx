import type { Device } from '../../api/types.ts';
import { phoneDeviceId } from '../../phone/phone.ts';
import { systemReport } from '../../state/gateway/system.ts';
import { isReachable } from '../../text/device-texts.ts';
import { tellTurns, turnsOf } from '../../text/ring-turns.ts';

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
  const { device_ring_seconds: seconds, ring_strategy: strategy } = systemReport.value ?? {};
  const turns = turnsOf(online, strategy);
  return (
    <section class="card pad stack">
      <div>
        <h2>When a person answers</h2>
        <p class="muted sm">
          {online.length === 1
            ? `${online[0] === undefined ? '' : calledHere(online[0])} rings${seconds === undefined ? '' : ` for ${seconds} s`}.`
            : tellTurns(turns, strategy, seconds)}{' '}
          The person hears “one moment please”.
        </p>
      </div>
      <div class="order">
        {turns.map((turn) => (
          <div key={turn[0]?.id}>
            <i />
            {turn.map((device) => (
              <span key={device.id} class="clip">
                {calledHere(device)}
              </span>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

const calledHere = ({ id, name }: Device): string => (id === phoneDeviceId.value ? 'This browser' : name);
