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

/** Sends DTMF, by touch or by keyboard. Keys pressed while digits are being sent follow together. */
export function Keypad({ live }: { live: LiveCall }) {
  const typed = useSignal('');
  const waiting = useSignal('');
  const isSending = useSignal(false);

  async function flush() {
    if (isSending.peek()) return;
    isSending.value = true;
    while (waiting.peek() !== '') {
      const digits = waiting.peek().slice(0, 32);
      waiting.value = waiting.peek().slice(digits.length);
      if (!(await sendDigits(live.id, digits))) waiting.value = '';
    }
    isSending.value = false;
  }

  function press(digit: string) {
    if (isOffline.peek()) return;
    typed.value = `${typed.peek()}${digit}`.slice(-16);
    waiting.value += digit;
    void flush();
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
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
      <div class="keys" role="group" aria-label="Keys">
        {keys.map(([digit, letters]) => (
          <GatewayButton key={digit} class="key" onClick={() => press(digit)}>
            {digit} <small aria-hidden={letters === '+'}>{letters}</small>
          </GatewayButton>
        ))}
      </div>
    </section>
  );
}
