import { Icon } from '../../../icons/icon.tsx';
import { wakeObstacle, wakePhase } from '../../../phone/wake.ts';
import { isSoundBlocked, tryRing } from '../../../shell/following/ring.ts';
import { devices, devicesFault } from '../../../state/stored/devices.ts';
import { presenceOf } from '../../../text/device-texts.ts';

/** Checks before the call whatever could fail when a person answers. */
export function ReadyCard() {
  const known = devices.value;
  return (
    <section class="card">
      <div class="card-head">
        <h2>Ready to reach you</h2>
      </div>
      <ul class="ready pad">
        {known === undefined && devicesFault.value !== undefined ? (
          <li>
            <Icon name="smartphone" />
            <span class="grow">Your devices could not be read</span>
            <a class="btn sm" href="/devices">
              Devices
            </a>
          </li>
        ) : null}
        {known?.length === 0 ? (
          <li>
            <Icon name="smartphone" />
            <span class="grow">No device yet</span>
            <a class="btn sm" href="/devices/new">
              Add one
            </a>
          </li>
        ) : null}
        {known?.map((each) => (
          <li key={each.id}>
            <Icon
              name={each.type === 'sip_phone' ? 'phone' : each.type === 'webrtc' ? 'laptop' : 'smartphone'}
            />
            <span>{each.name}</span>
            {each.is_online ? (
              <span class="ok">
                <Icon name="check" />
                online
              </span>
            ) : (
              <span class="off">
                <Icon name={each.can_wake ? 'bell' : 'x'} />
                {presenceOf(each)}
              </span>
            )}
          </li>
        ))}
        {wakeObstacle() === undefined ? (
          <li>
            <Icon name="bell" />
            <span>Notifications here</span>
            {wakePhase.value === 'on' ? (
              <span class="ok">
                <Icon name="check" />
                on
              </span>
            ) : (
              <a class="btn sm at-end" href="/devices">
                Turn on<span class="vh"> notifications</span>
              </a>
            )}
          </li>
        ) : null}
        <li>
          <Icon name={isSoundBlocked.value ? 'volume-x' : 'volume-2'} />
          <span>
            Sound of this page
            {isSoundBlocked.value ? (
              <span class="faint sm block">silent until you press something here</span>
            ) : null}
          </span>
          <button type="button" class="btn sm at-end" onClick={() => void tryRing()}>
            {isSoundBlocked.value ? 'Turn on' : 'Try it'}
            <span class="vh">{isSoundBlocked.value ? ' the sound' : ''}</span>
          </button>
        </li>
      </ul>
    </section>
  );
}
