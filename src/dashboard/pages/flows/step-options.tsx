import { Icon } from '../../icons/icon.tsx';
import { tellStep } from '../../text/flow-texts.ts';
import type { Option, Step } from './steps.ts';

export interface StepOptionsProps {
  step: Step;
  /** All of the flow's steps, as possible targets. */
  steps: readonly Step[];
  change: (options: Option[]) => void;
}

/** What a LISTEN step does with what it hears. */
export function StepOptions({ step, steps, change }: StepOptionsProps) {
  const options = step.options ?? [];
  const set = (at: number, option: Option) =>
    change(options.map((each, index) => (index === at ? option : each)));
  return (
    <>
      {options.length === 0 ? null : (
        <ol class="br" aria-label="What it does with what it hears">
          {options.map((option, at) => (
            <li key={at}>
              <Icon name="split" />
              if it says
              <input
                class="inl wide"
                aria-label={`Words ${at + 1}`}
                maxLength={200}
                value={option.match}
                onInput={(event) => set(at, { ...option, match: event.currentTarget.value })}
              />
              <select
                class="inl"
                aria-label={`What to do at words ${at + 1}`}
                value={option.next_step ?? ''}
                onChange={(event) => {
                  const target = event.currentTarget.value;
                  set(
                    at,
                    target === ''
                      ? { match: option.match, dtmf: '' }
                      : { match: option.match, next_step: target },
                  );
                }}
              >
                <option value="">press</option>
                {steps
                  .filter(({ id }) => id !== step.id)
                  .map((each) => (
                    <option key={each.id} value={each.id}>
                      go to {steps.indexOf(each) + 1}: {tellStep(each)}
                    </option>
                  ))}
              </select>
              {option.next_step === undefined ? (
                <input
                  class="inl num"
                  aria-label={`Digits at words ${at + 1}`}
                  maxLength={32}
                  value={option.dtmf ?? ''}
                  onInput={(event) => set(at, { match: option.match, dtmf: event.currentTarget.value })}
                />
              ) : null}
              <button
                type="button"
                class="btn quiet icon sm"
                aria-label={`Remove words ${at + 1}`}
                onClick={() => change(options.filter((_option, index) => index !== at))}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
          <li class="faint">
            <Icon name="corner-down-right" />
            otherwise continue
          </li>
        </ol>
      )}
      <button
        type="button"
        class="btn quiet sm add-words"
        disabled={options.length >= 20}
        onClick={() => change([...options, { match: '', dtmf: '' }])}
      >
        <Icon name="plus" />
        {options.length === 0 ? 'Choose by what it says' : 'More words'}
      </button>
    </>
  );
}
