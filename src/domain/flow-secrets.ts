import type { ListenOption, Step } from './flow.ts';

/** Stands where the digits of a secret step are; no keypad has it. */
export const digitsMask = '••••';

/** What may be shown of the digits that a step sends. */
export function shownDigits(step: Pick<Step, 'secret'>, digits: string): string {
  return step.secret === true ? digitsMask : digits;
}

/** The steps as anybody may see them: how many digits a secret has is not shown either. */
export function maskSteps(steps: readonly Step[]): Step[] {
  return steps.map((step) => (step.secret === true ? mapDigits(step, () => digitsMask) : step));
}

/**
 * Puts the stored digits back where a client sent the mask that it was shown. Only a step that is still secret gets them, so that
 * taking `secret` away reveals nothing; elsewhere the mask stays, and is a fault.
 */
export function unmaskSteps(steps: readonly Step[], stored: readonly Step[]): Step[] {
  return steps.map((step) => {
    const before = stored.find(({ id }) => id === step.id);
    if (step.secret !== true || before === undefined) return step;
    return mapDigits(step, (digits, option) => {
      if (digits !== digitsMask) return digits;
      const known =
        option === undefined
          ? before.dtmf
          : before.options?.find(({ match }) => match === option.match)?.dtmf;
      return known ?? digits;
    });
  });
}

function mapDigits(step: Step, change: (digits: string, option?: ListenOption) => string): Step {
  return {
    ...step,
    ...(step.dtmf === undefined ? {} : { dtmf: change(step.dtmf) }),
    ...(step.options === undefined
      ? {}
      : {
          options: step.options.map((option) =>
            option.dtmf === undefined ? option : { ...option, dtmf: change(option.dtmf, option) },
          ),
        }),
  };
}
