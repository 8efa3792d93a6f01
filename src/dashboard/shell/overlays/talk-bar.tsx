import './talk-bar.css';
import { useLocation } from 'preact-iso';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Shield } from '../../controls/shield.tsx';
import { Icon } from '../../icons/icon.tsx';
import { Clock } from '../../pages/now/hearing/clock.tsx';
import { carriedCall } from '../../phone/carried-call.ts';
import { talkHere } from '../../phone/phone.ts';
import { hangUp, isHangingUp } from '../../state/calls/actions.ts';
import { callWithPerson } from '../../state/calls/calls.ts';
import { nameOf } from '../../text/names.ts';

/**
 * The talk in this browser while another page is open: its buttons are never further away than one press. It comes and goes while the owner
 * types or presses something else, which must stay where it is: on a phone it is docked above the tabs, on a desk it is in the sidebar.
 * Where it is docked, *Answer* was a moment before.
 */
export function TalkBar({ className = '' }: { className?: string }) {
  const { path } = useLocation();
  const talk = talkHere.value;
  const live = carriedCall.value;
  // The bar of a person who waits, or their screen, takes its place.
  if (talk === undefined || live === undefined || path === '/' || callWithPerson.value !== undefined)
    return null;
  const isMuted = talk.isMuted.value;
  return (
    <section class={`talk-bar ${className}`} aria-label="You are talking">
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
        disabled={isHangingUp(live.id)}
        onClick={() => void hangUp(live.id)}
      >
        <Icon name="phone-off" />
      </GatewayButton>
      <Shield />
    </section>
  );
}
