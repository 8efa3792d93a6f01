import { useSignal } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import { Icon } from '../../icons/icon.tsx';
import { devices } from '../../state/stored/devices.ts';
import { hiddenDigits, holdChoices } from '../../text/flow-texts.ts';
import type { Step } from './steps.ts';

export interface StepFieldsProps {
  step: Step;
  /** Fields with a fault; its text is below the step, with this id. */
  badFields: ReadonlySet<string>;
  faultId: string;
  change: (changes: { [K in keyof Step]?: Step[K] | undefined }) => void;
}

/** A step as a sentence with blanks to fill in. */
export function StepFields(props: StepFieldsProps) {
  const { step, change } = props;
  switch (step.type) {
    case 'WAIT':
      return (
        <>
          <b>Wait</b> <Seconds {...props} label="Seconds to wait" /> s
        </>
      );
    case 'LISTEN':
      return (
        <>
          <b>Listen</b> until the prompt ends, at most{' '}
          <Seconds {...props} label="Seconds to listen at most" /> s
        </>
      );
    case 'DTMF':
      return (
        <>
          <b>Press</b> <Digits {...props} />
        </>
      );
    case 'SPEAK':
      return (
        <>
          <b>Say</b>{' '}
          <input
            class={`inl wide ${props.badFields.has('text') ? 'bad' : ''}`}
            aria-label="What to say"
            maxLength={500}
            value={step.text ?? ''}
            {...faultOf(props, 'text')}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        </>
      );
    case 'HOLD':
      return (
        <>
          <b>Hold</b> until a person answers, at most{' '}
          <select
            class="inl"
            aria-label="How long to hold at most"
            value={String(step.timeout ?? 7200)}
            onChange={(event) => change({ timeout: Number(event.currentTarget.value) })}
          >
            {holdChoices(step.timeout).map(({ seconds, text }) => (
              <option key={seconds} value={String(seconds)}>
                {text}
              </option>
            ))}
          </select>
        </>
      );
    case 'TRANSFER':
      return (
        <>
          <b>Ring</b> <WhomToRing {...props} />
        </>
      );
  }
}

function faultOf({ badFields, faultId }: StepFieldsProps, field: string) {
  return badFields.has(field) ? { 'aria-invalid': true, 'aria-describedby': faultId } : {};
}

function Seconds(props: StepFieldsProps & { label: string }) {
  const { step, change, label, badFields } = props;
  return (
    <input
      class={`inl num ${badFields.has('timeout') ? 'bad' : ''}`}
      type="text"
      inputMode="decimal"
      aria-label={label}
      maxLength={6}
      value={step.timeout ?? ''}
      {...faultOf(props, 'timeout')}
      onChange={(event) => {
        const text = event.currentTarget.value.trim().replace(',', '.');
        const seconds = Number(text);
        change({ timeout: text === '' || Number.isNaN(seconds) ? undefined : seconds });
      }}
    />
  );
}

function Digits(props: StepFieldsProps) {
  const { step, change, badFields } = props;
  const isShown = useSignal(false);
  const isSecret = step.secret === true;
  if (isSecret && step.dtmf === hiddenDigits)
    return (
      <span class="inl">
        {hiddenDigits}
        <button type="button" class="inl-b" onClick={() => change({ dtmf: undefined })}>
          Change
        </button>
      </span>
    );
  const field = {
    class: `inl num ${badFields.has('dtmf') ? 'bad' : ''} ${(step.dtmf ?? '').length > 6 ? 'wide' : ''}`,
    autocomplete: 'off' as const,
    'aria-label': 'Digits to press',
    maxLength: 32,
    value: step.dtmf ?? '',
    ...faultOf(props, 'dtmf'),
    onInput: (event: TargetedEvent<HTMLInputElement>) =>
      change({ dtmf: event.currentTarget.value.replace(/\s/g, '').toUpperCase().replaceAll('W', 'w') }),
  };
  return (
    <span class="digits">
      {isSecret && !isShown.value ? <input type="password" {...field} /> : <input type="text" {...field} />}
      {isSecret ? (
        <button
          type="button"
          class="btn quiet icon sm"
          aria-label={isShown.value ? 'Hide the digits' : 'Show the digits'}
          onClick={() => (isShown.value = !isShown.value)}
        >
          <Icon name={isShown.value ? 'eye-off' : 'eye'} />
        </button>
      ) : null}
    </span>
  );
}

function WhomToRing({ step, change }: StepFieldsProps) {
  const known = devices.value ?? [];
  const current = step.device ?? '';
  const isKnown = current === '' || known.some(({ id, name }) => id === current || name === current);
  return (
    <select
      class="inl"
      aria-label="Whom to ring"
      value={current}
      onChange={(event) => change({ device: event.currentTarget.value || undefined })}
    >
      <option value="">my devices in their order</option>
      {isKnown ? null : <option value={current}>{current}</option>}
      {known.map(({ id, name }) => (
        <option key={id} value={current === id ? id : name}>
          {name}
        </option>
      ))}
    </select>
  );
}
