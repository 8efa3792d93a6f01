import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import { useReorder } from '../../controls/reorder.ts';
import { stepTexts } from '../../text/flow-texts.ts';
import type { FlowDraft } from './flow-draft.ts';
import { StepRow } from './step-row.tsx';
import { insertStep, moveStep, type Step, type StepType } from './steps.ts';
import type { StepRun } from './try-run.ts';

const types = Object.keys(stepTexts) as StepType[];

/** The steps in order; a step can be added between any two. */
export function StepList({ draft, runs }: { draft: FlowDraft; runs: ReadonlyMap<string, StepRun> }) {
  const { steps } = draft.content.value;
  const faults = draft.faults.value;
  const addAt = useSignal<number | undefined>(undefined);
  const {
    list,
    grip,
    step: moveBy,
  } = useReorder({
    ids: steps.map(({ id }) => id),
    move: (from, to) => draft.change({ steps: moveStep(draft.content.peek().steps, from, to) }),
    nameOf: (id) => `The step ${steps.findIndex((step) => step.id === id) + 1}`,
  });
  // What was pressed to add or delete a step is gone then, and the focus with it. An effect of the render before, which a busy page runs
  // late, would give it to a row that is not there yet.
  const focusNext = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const selector = focusNext.current;
    focusNext.current = undefined;
    if (selector !== undefined) list.current?.querySelector<HTMLElement>(selector)?.focus();
  });
  const add = (at: number, type: StepType) => {
    const changed = insertStep(draft.content.peek().steps, at, type);
    const row = `[data-row="${CSS.escape(changed[at]?.id ?? '')}"]`;
    focusNext.current = `${row} :is(.sent input, .sent select, .sent textarea)`;
    draft.change({ steps: changed });
  };
  const change = (changed: Step[], at: number) => {
    if (changed.length < steps.length) {
      const neighbour = changed[Math.min(at, changed.length - 1)];
      focusNext.current =
        neighbour === undefined
          ? '.ins-last button'
          : `[data-row="${CSS.escape(neighbour.id)}"] .tools summary`;
    }
    draft.change({ steps: changed });
  };
  const ofFlow = faults.filter(({ index }) => index === null);
  return (
    <>
      <ol
        class="script card"
        aria-label="Steps of the flow, in order"
        ref={list as { current: HTMLOListElement | null }}
      >
        {steps.map((step, at) => (
          <Fragment key={step.id}>
            {at === 0 ? null : <AddHere at={at} addAt={addAt} add={add} />}
            <StepRow
              step={step}
              at={at}
              steps={steps}
              faults={faults.filter(({ index }) => index === at)}
              run={runs.get(step.id)}
              change={(changed) => change(changed, at)}
              move={(by) => moveBy(step.id, by)}
              grip={grip(step.id)}
            />
          </Fragment>
        ))}
        <AddHere at={steps.length} addAt={addAt} add={add} isLast />
      </ol>
      {ofFlow.map(({ detail }) => (
        <p class="err of-flow" key={detail}>
          <Icon name="circle-alert" />
          <span>{steps.length === 0 ? 'A flow needs at least one step.' : detail}</span>
        </p>
      ))}
    </>
  );
}

interface AddHereProps {
  at: number;
  addAt: { value: number | undefined };
  add: (at: number, type: StepType) => void;
  isLast?: boolean;
}

function AddHere({ at, addAt, add, isLast = false }: AddHereProps) {
  const wasClosed = useRef(false);
  const close = () => {
    wasClosed.current = true;
    addAt.value = undefined;
  };
  if (addAt.value === at)
    return (
      <li
        class="ins-open"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          close();
          event.stopPropagation();
        }}
      >
        <div class="ins-choices" role="group" aria-label="Which step?">
          {types.map((type, place) => (
            <button
              key={type}
              type="button"
              class="btn sm"
              ref={(choice) => {
                // The button that opened them is gone, and the focus with it.
                if (place === 0 && document.activeElement === document.body) choice?.focus();
              }}
              onClick={() => {
                add(at, type);
                addAt.value = undefined;
              }}
            >
              <Icon name={stepTexts[type].icon} />
              {stepTexts[type].verb}
              <span class="vh"> {stepTexts[type].does}</span>
            </button>
          ))}
          <button type="button" class="btn sm quiet icon" aria-label="Add none" onClick={close}>
            <Icon name="x" />
          </button>
        </div>
      </li>
    );
  return (
    <li class={isLast ? 'ins-last' : 'ins'}>
      <button
        type="button"
        class={isLast ? 'btn quiet sm' : undefined}
        aria-label={isLast ? undefined : `Add a step after step ${at}`}
        ref={(button) => {
          if (button === null || !wasClosed.current) return;
          wasClosed.current = false;
          button.focus();
        }}
        onClick={() => (addAt.value = at)}
      >
        <Icon name="plus" />
        {isLast ? 'Add a step' : null}
      </button>
    </li>
  );
}
