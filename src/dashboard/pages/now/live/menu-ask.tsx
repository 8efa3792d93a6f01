import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { explain, sentence } from '../../../api/errors.ts';
import { Icon } from '../../../icons/icon.tsx';
import { Fault } from '../../../controls/fault.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { areDigitsOnTheirWay, sendDigits } from '../../../state/calls/actions.ts';
import { maskDigits } from '../../../text/formats.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { digitsOf, type MenuAsk } from '../../../state/call/menu-ask.ts';
import { editCall } from '../../../state/call/notes.ts';

/** A menu waiting for the owner: its question, and known facts that may answer it. The keypad is below. */
export function MenuAskCard({ live, ask }: { live: LiveCall; ask: MenuAsk }) {
  const { facts } = live.view.value;
  const offered = facts.filter(({ value }) => digitsOf(value) !== '');
  const isBusy = areDigitsOnTheirWay(live.id);
  return (
    <div class="ask" role="group" aria-label="The menu needs you">
      <p class="banner" role="alert">
        <Icon name="triangle-alert" />
        <span class="grow">
          <b>The menu needs you.</b> {sentence(ask.reason)}
          {ask.transcript === '' ? null : <q class="block muted asked">{ask.transcript}</q>}
        </span>
      </p>
      {offered.length === 0 ? null : (
        <div class="row wrap" role="group" aria-label="Send what is at hand">
          {offered.map(({ label, value }, index) => (
            <GatewayButton
              key={index}
              class="btn sm"
              disabled={isBusy}
              onClick={() => void sendDigits(live.id, digitsOf(value, ask.endKey))}
            >
              <Icon name="hash" />
              <span class="clip">
                Send {label === '' ? 'this' : label}{' '}
                <span class="faint num">{maskDigits(digitsOf(value, ask.endKey))}</span>
              </span>
            </GatewayButton>
          ))}
        </div>
      )}
      {ask.wants === '' ? null : <KeepAndSend live={live} ask={ask} isBusy={isBusy} />}
    </div>
  );
}

/** Saves the number as a fact of the call: the menu may ask again. */
function KeepAndSend({ live, ask, isBusy }: { live: LiveCall; ask: MenuAsk; isBusy: boolean }) {
  const { wants } = ask;
  const value = useSignal('');
  const fault = useSignal('');
  /** The button rests only once the digits are on their way: a second Enter before that would send them twice. */
  const isSaving = useRef(false);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSaving.current) return;
    const digits = digitsOf(value.peek(), ask.endKey);
    if (digits === '') {
      fault.value = 'Type its digits.';
      return;
    }
    isSaving.current = true;
    try {
      fault.value = '';
      const others = live.view.peek().facts.filter(({ label }) => label !== wants);
      await editCall(live, { facts: [...others, { label: wants, value: value.peek().trim() }] });
      await sendDigits(live.id, digits);
    } catch (error) {
      fault.value = explain(error);
    } finally {
      isSaving.current = false;
    }
  };
  return (
    <form class="ask-form" onSubmit={(event) => void save(event)}>
      <label class="label" for={`ask-${live.id}`}>
        {wants}
      </label>
      <div class="row">
        <input
          id={`ask-${live.id}`}
          class="input grow"
          inputMode="numeric"
          autocomplete="off"
          maxLength={60}
          value={value.value}
          aria-invalid={fault.value === '' ? undefined : 'true'}
          aria-describedby={`ask-${live.id}-fault`}
          onInput={({ currentTarget }) => (value.value = currentTarget.value)}
        />
        <GatewayButton type="submit" class="btn sm" disabled={isBusy}>
          Keep and send
        </GatewayButton>
      </div>
      <Fault id={`ask-${live.id}-fault`} text={fault.value} />
    </form>
  );
}
