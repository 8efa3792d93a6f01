import type { Flow } from '../../api/types.ts';

/** Edits to a flow's steps; every function returns new steps and leaves its input unchanged. */

export type Step = Flow['steps'][number];
export type StepType = Step['type'];
export type Option = NonNullable<Step['options']>[number];

const beginnings: Record<StepType, Partial<Step>> = {
  WAIT: { timeout: 2 },
  LISTEN: { timeout: 30 },
  DTMF: {},
  HOLD: { timeout: 7200 },
  TRANSFER: {},
  SPEAK: {},
};

export function insertStep(steps: readonly Step[], at: number, type: StepType): Step[] {
  const step: Step = { id: freeId(steps, type), type, ...beginnings[type] };
  return [...steps.slice(0, at), step, ...steps.slice(at)];
}

export function duplicateStep(steps: readonly Step[], at: number): Step[] {
  const step = steps[at];
  if (step === undefined) return [...steps];
  const { next_step: _goesOn, ...copied } = step;
  return [...steps.slice(0, at + 1), { ...copied, id: freeId(steps, step.type) }, ...steps.slice(at + 1)];
}

/** Jumps to the removed step lead to the next one instead. */
export function removeStep(steps: readonly Step[], at: number): Step[] {
  const gone = steps[at]?.id;
  return steps
    .filter((_step, index) => index !== at)
    .map((step) => {
      const { next_step: next, options, ...rest } = step;
      return {
        ...rest,
        ...(next === undefined || next === gone ? {} : { next_step: next }),
        ...(options === undefined
          ? {}
          : { options: options.map((option) => (option.next_step === gone ? withoutJump(option) : option)) }),
      };
    });
}

function withoutJump({ next_step: _gone, ...option }: Option): Option {
  return option;
}

export function moveStep(steps: readonly Step[], from: number, to: number): Step[] {
  const moved = [...steps];
  const [step] = moved.splice(from, 1);
  if (step !== undefined) moved.splice(to, 0, step);
  return moved;
}

/** An empty value removes the field. */
export function changeStep(
  steps: readonly Step[],
  at: number,
  changes: { [K in keyof Step]?: Step[K] | undefined },
): Step[] {
  return steps.map((step, index) => {
    if (index !== at) return step;
    const changed = { ...step, ...changes };
    const filled = Object.entries(changed).filter(
      ([name, value]) => name === 'id' || (value !== undefined && value !== ''),
    );
    return Object.fromEntries(filled) as unknown as Step;
  });
}

/** The same for a LISTEN step's options; without any, the field is removed. */
export function changeOptions(steps: readonly Step[], at: number, options: readonly Option[]): Step[] {
  return changeStep(steps, at, { options: options.length === 0 ? undefined : [...options] });
}

const idWords: Record<StepType, string> = {
  WAIT: 'wait',
  LISTEN: 'listen',
  DTMF: 'press',
  HOLD: 'hold',
  TRANSFER: 'ring',
  SPEAK: 'say',
};

function freeId(steps: readonly Step[], type: StepType): string {
  const taken = new Set(steps.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = `${idWords[type]}_${number}`;
    if (!taken.has(id)) return id;
  }
}

/** The steps of a new flow. */
export function firstSteps(): Step[] {
  const types: StepType[] = ['LISTEN', 'DTMF', 'HOLD', 'TRANSFER'];
  return types.reduce<Step[]>((steps, type) => insertStep(steps, steps.length, type), []);
}
