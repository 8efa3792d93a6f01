import './ring-here.css';
import { useEffect } from 'preact/hooks';
import { Shield } from '../controls/shield.tsx';
import { Icon } from '../icons/icon.tsx';
import { announceAtOnce, withdraw } from '../shell/overlays/announcer.tsx';
import { callWithPerson, runningCalls } from '../state/calls/calls.ts';
import { nameOf } from '../text/names.ts';
import { answerFault, answerHere, phoneDeviceId, ringHere } from './phone.ts';
import type { Ring } from './sip-line.ts';

/**
 * A ring here that is not for a waiting person (the person screen shows those): a call in mode `direct`, or a test.
 */
export function RingHere() {
  const ring = ringHere.value;
  return ring === undefined || callWithPerson.value !== undefined ? null : <Rings ring={ring} />;
}

const announced = 'This browser rings. Answer.';

function Rings({ ring }: { ring: Ring }) {
  // It takes no focus: somebody may be typing.
  useEffect(() => {
    announceAtOnce(announced);
    return () => withdraw(announced);
  }, []);
  // None in a test.
  const live = runningCalls.value.find(({ rung }) =>
    rung.value.some(({ id, failed }) => id === phoneDeviceId.value && failed === undefined),
  );
  return (
    <section
      class="ring-here card"
      role="alertdialog"
      aria-label="This browser rings"
      aria-describedby="rings-what"
    >
      <Icon name="bell-ring" />
      <span class="grow" id="rings-what">
        <b>This browser rings.</b> Answer, and Holdfast connects you
        {live === undefined ? '' : ` with ${nameOf(live.view.value)}`}.
        {answerFault.value === '' ? null : (
          <span class="err" role="alert">
            {answerFault}
          </span>
        )}
      </span>
      <button type="button" class="btn" onClick={() => ring.hangUp()}>
        Decline
      </button>
      <button type="button" class="btn answer" onClick={() => void answerHere()}>
        <Icon name="phone" />
        Answer
      </button>
      <Shield />
    </section>
  );
}
