import type { ListenOption, Step } from './flow.ts';

/** Shown in place of the digits of a secret step; no keypad has it. */
export const digitsMask = '••••';

/** What may be shown of the digits that a step sends. */
export function shownDigits(step: Pick<Step, 'secret'>, digits: string): string {
  return step.secret === true ? digitsMask : digits;
}

/** The steps as anybody may see them: the number of secret digits is hidden too. */
export function maskSteps(steps: readonly Step[]): Step[] {
  return mapSecretDigits(steps, () => digitsMask);
}

/** Replaces the secret digits of the steps. @param change receives the option that the digits belong to, if any. */
export function mapSecretDigits(
  steps: readonly Step[],
  change: (digits: string, step: Step, option?: ListenOption) => string,
): Step[] {
  return steps.map((step) =>
    step.secret === true ? mapDigits(step, (digits, option) => change(digits, step, option)) : step,
  );
}

/** The secret digits of the steps; the mask in place of those that cannot be read. */
export function secretDigits(steps: readonly Step[]): { step: Step; digits: string }[] {
  const found: { step: Step; digits: string }[] = [];
  mapSecretDigits(steps, (digits, step) => {
    found.push({ step, digits });
    return digits;
  });
  return found;
}

/**
 * Restores the stored digits where a client sent back the mask. Only a step that is still secret gets them, so that removing `secret`
 * reveals nothing. In any other step the mask stays, and is a fault.
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
