import './talk-bar.css';
import { useLocation } from 'preact-iso';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Icon } from '../../icons/icon.tsx';
import { Clock } from '../../pages/now/hearing/clock.tsx';
import { phoneDeviceId, talkHere } from '../../phone/phone.ts';
import { actionState, hangUp } from '../../state/calls/actions.ts';
import { callWithPerson, runningCalls } from '../../state/calls/calls.ts';
import { nameOf } from '../../text/names.ts';

/** The talk in this browser while another page is open: its buttons are never further away than one press. */
export function TalkBar() {
  const { path } = useLocation();
  const talk = talkHere.value;
  const live = runningCalls.value.find(({ view: { value: view } }) => {
    return view.status === 'connected' && view.device === phoneDeviceId.value;
  });
  // The bar of a person who waits, or their screen, takes its place.
  if (talk === undefined || live === undefined || path === '/' || callWithPerson.value !== undefined)
    return null;
  const isMuted = talk.isMuted.value;
  return (
    <section class="talk-bar" aria-label="You are talking">
      <Icon name="phone-call" />
      <a class="grow clip" href="/">
        <b>{nameOf(live.view.value)}</b>{' '}
        {talk.isUnheard.value ? (
          <span role="alert">cannot hear you: no microphone</span>
        ) : (
          <Clock span={live.talk} label="talking" />
        )}
      </a>
      <button
        type="button"
        class="btn sm icon"
        aria-label="Mute"
        aria-pressed={isMuted}
        onClick={() => talk.mute(!isMuted)}
      >
        <Icon name={isMuted ? 'mic-off' : 'mic'} />
      </button>
      <GatewayButton
        class="btn sm icon hang"
        aria-label="Hang up"
        disabled={actionState(live.id).running !== undefined}
        onClick={() => void hangUp(live.id)}
      >
        <Icon name="phone-off" />
      </GatewayButton>
    </section>
  );
}
