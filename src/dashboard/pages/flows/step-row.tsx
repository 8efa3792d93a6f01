import { Icon } from '../../icons/icon.tsx';
import { Menu } from '../../controls/menu.tsx';
import type { FlowFault } from '../../api/types.ts';
import { stepTexts, tellFault, tellStep } from '../../text/flow-texts.ts';
import { StepFields } from './step-fields.tsx';
import { StepOptions } from './step-options.tsx';
import { changeOptions, changeStep, duplicateStep, removeStep, type Step } from './steps.ts';
import type { StepRun } from './try-run.ts';

export interface StepRowProps {
  step: Step;
  at: number;
  steps: readonly Step[];
  faults: readonly FlowFault[];
  /** Its result in the trial call. */
  run: StepRun | undefined;
  change: (steps: Step[]) => void;
  /** Up or down by one. */
  move: (by: -1 | 1) => void;
  grip: Record<string, unknown>;
}

/** One step: a sentence to fill in, its faults below, further actions in the menu. */
export function StepRow({ step, at, steps, faults, run, change, move, grip }: StepRowProps) {
  const faultId = `fault-${step.id}`;
  const badFields = new Set(faults.map(({ field }) => field ?? ''));
  const classes = [
    'st',
    step.type === 'DTMF' ? 'press' : '',
    step.type === 'TRANSFER' ? 'end' : '',
    at === steps.length - 1 ? 'last' : '',
    faults.length > 0 ? 'fault' : '',
    run?.state === 'done' ? 'ok' : '',
    run?.state === 'now' ? 'run' : '',
  ];
  return (
    <li class={classes.join(' ')} data-row={step.id} aria-current={run?.state === 'now' ? 'step' : undefined}>
      <button
        type="button"
        class="grip"
        aria-label={`Move step ${at + 1}; now ${at + 1} of ${steps.length}`}
        {...grip}
      >
        <Icon name="grip-vertical" />
      </button>
      <span class="ic">
        <Icon name={run?.state === 'done' ? 'check' : stepTexts[step.type].icon} />
      </span>
      <div class="st-body">
        <div class="sent">
          <StepFields
            step={step}
            badFields={badFields}
            faultId={faultId}
            change={(changes) => change(changeStep(steps, at, changes))}
          />{' '}
          <input
            class="desc"
            aria-label={`Description of step ${at + 1}`}
            placeholder="what for"
            maxLength={500}
            value={step.description ?? ''}
            onInput={(event) => change(changeStep(steps, at, { description: event.currentTarget.value }))}
          />
        </div>
        {step.type === 'LISTEN' ? (
          <StepOptions
            step={step}
            steps={steps}
            change={(options) => change(changeOptions(steps, at, options))}
          />
        ) : null}
        {step.sound === undefined ? null : (
          <p class="hint">
            Goes on after the menu that sounds as it did in an earlier call, and after no other.
          </p>
        )}
        {step.type === 'SPEAK' ? (
          <p class="hint">
            A text, or one of Asterisk’s sounds as <code>sound:name</code>. The call fills in{' '}
            {'{intent}, {company}, {number} and {fact:label}'}.
          </p>
        ) : null}
        {step.next_step === undefined ? null : (
          <p class="hint jump">
            <Icon name="corner-down-right" />
            then on to step {steps.findIndex(({ id }) => id === step.next_step) + 1}
          </p>
        )}
        {faults.length === 0 ? null : (
          <p class="err" id={faultId}>
            <Icon name="circle-alert" />
            <span>{faults.map(({ field, detail }) => tellFault(step.type, field, detail)).join(' ')}</span>
          </p>
        )}
      </div>
      {run?.text === undefined ? (
        <span class="tools">
          <Menu label={`More for step ${at + 1}`} className="btn quiet icon sm">
            <button type="button" disabled={at === 0} onClick={() => move(-1)}>
              <Icon name="arrow-up" />
              Move up
            </button>
            <button type="button" disabled={at === steps.length - 1} onClick={() => move(1)}>
              <Icon name="arrow-down" />
              Move down
            </button>
            <button type="button" onClick={() => change(duplicateStep(steps, at))}>
              <Icon name="copy" />
              Duplicate
            </button>
            {step.type === 'DTMF' ? (
              <button
                type="button"
                onClick={() =>
                  change(
                    changeStep(steps, at, {
                      secret: step.secret === true ? undefined : true,
                      ...(step.secret === true ? { dtmf: undefined } : {}),
                    }),
                  )
                }
              >
                <Icon name={step.secret === true ? 'eye' : 'eye-off'} />
                {step.secret === true ? 'Stop hiding its digits' : 'Keep its digits hidden'}
              </button>
            ) : null}
            {step.type === 'TRANSFER' ? null : (
              <div class="field">
                <label for={`next-${step.id}`}>Then go to</label>
                <select
                  class="input"
                  id={`next-${step.id}`}
                  value={step.next_step ?? ''}
                  onChange={(event) =>
                    change(changeStep(steps, at, { next_step: event.currentTarget.value || undefined }))
                  }
                >
                  <option value="">the next step</option>
                  {steps
                    .filter(({ id }) => id !== step.id)
                    .map((each) => (
                      <option key={each.id} value={each.id}>
                        {steps.indexOf(each) + 1}: {tellStep(each)}
                      </option>
                    ))}
                </select>
              </div>
            )}
            <button type="button" class="hang" onClick={() => change(removeStep(steps, at))}>
              <Icon name="trash-2" />
              Delete
            </button>
          </Menu>
        </span>
      ) : (
        <span class={run.state === 'now' ? 'chip ran' : 'num faint sm ran'}>{run.text}</span>
      )}
    </li>
  );
}
