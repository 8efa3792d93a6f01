import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sendDigits } from '../state/calls/actions.ts';
import type { LiveCall } from '../state/call/live-call.ts';
import { isOffline } from '../state/gateway/reach.ts';
import { GatewayButton } from '../controls/gateway-button.tsx';
import { isTyping } from '../shell/following/keys.ts';

const keys = [
  ['1', ''],
  ['2', 'ABC'],
  ['3', 'DEF'],
  ['4', 'GHI'],
  ['5', 'JKL'],
  ['6', 'MNO'],
  ['7', 'PQRS'],
  ['8', 'TUV'],
  ['9', 'WXYZ'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
] as const;

/** Sends DTMF, by touch or by keyboard. */
export function Keypad({ live }: { live: LiveCall }) {
  const typed = useSignal('');

  function press(digit: string) {
    if (isOffline.peek()) return;
    typed.value = `${typed.peek()}${digit}`.slice(-16);
    void sendDigits(live.id, digit);
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // One that is held down is meant once.
      if (event.repeat) return;
      if (document.querySelector('dialog[open]') !== null) return;
      if (/^[0-9*#]$/.test(event.key)) press(event.key);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [live.id]);

  return (
    <section class="keypad" aria-label="Keypad">
      <p class="typed" aria-live="polite">
        {typed.value.split('').join(' ')}
      </p>
      <div
        class="keys"
        role="group"
        aria-label="Keys"
        onKeyDown={(event) => {
          // Browsers press a button again for as long as Enter is held down.
          if (event.repeat && event.key === 'Enter') event.preventDefault();
        }}
      >
        {keys.map(([digit, letters]) => (
          <GatewayButton key={digit} class="key" onClick={() => press(digit)}>
            {digit} <small aria-hidden={letters === '+'}>{letters}</small>
          </GatewayButton>
        ))}
      </div>
    </section>
  );
}
