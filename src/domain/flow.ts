/** A stored path through a company's phone menu. */

export const stepTypes = ['WAIT', 'LISTEN', 'DTMF', 'HOLD', 'TRANSFER', 'SPEAK'] as const;
export type StepType = (typeof stepTypes)[number];

/** Seconds, for a step without a timeout. */
export const defaultTimeoutSeconds: Record<'WAIT' | 'LISTEN' | 'HOLD', number> = {
  WAIT: 1,
  LISTEN: 30,
  HOLD: 7200,
};

/** What LISTEN does if the transcript contains `match`: send digits and go on, or jump. */
export interface ListenOption {
  match: string;
  dtmf?: string;
  next_step?: string;
}

/** A step as the API shows it and the database keeps it. */
export interface Step {
  id: string;
  type: StepType;
  description?: string;
  timeout?: number;
  dtmf?: string;
  next_step?: string;
  options?: ListenOption[];
  /** The id of a stored sound (see `MenuSounds`): LISTEN goes on when the prompt with this sound has ended. */
  sound?: string;
  text?: string;
  device?: string;
  /** Its digits are never shown: not in views, not in events, not in the log. */
  secret?: boolean;
}

export interface Flow {
  id: string;
  name: string;
  company: string;
  phoneNumber: string;
  description: string;
  tags: string[];
  steps: Step[];
  version: number;
  successCount: number;
  failCount: number;
  createdAtMs: number;
  updatedAtMs: number;
  /** A trial hangs up where it would begin to wait or to ring the owner. */
  endsBeforeHold?: boolean;
}

/** A new flow that no call has run yet. */
export function beginFlow(
  given: Pick<Flow, 'id' | 'name' | 'phoneNumber' | 'steps'> & Partial<Flow>,
  nowMs: number,
): Flow {
  return {
    company: '',
    description: '',
    tags: [],
    version: 1,
    successCount: 0,
    failCount: 0,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    ...given,
  };
}

/** One call's run through a flow. */
export interface FlowRun {
  callId: string;
  startedAtMs: number;
  /** Whether the owner was connected; null while the call lasts. */
  succeeded: boolean | null;
  /** The step at which a failed run stopped. */
  stoppedAt: string | null;
  /** Seconds spent in the menu; null when the events of the call were removed. */
  menuSeconds: number | null;
}

/** RFC 4733 events, and `w` for half a second of pause. */
export const dtmfPattern = '[0-9A-D*#w]{1,32}';
export const dtmfShape = new RegExp(`^${dtmfPattern}$`);

/** Step id in the events of a call that explores a menu without a flow. */
export const exploringStep = 'explore';

/** The steps that may follow `step`, in the order in which they are preferred; empty for the end of the flow. */
export function successors(steps: readonly Step[], step: Step): string[] {
  if (step.type === 'TRANSFER') return [];
  const branches = (step.options ?? []).flatMap((option) =>
    option.next_step === undefined ? [] : [option.next_step],
  );
  const next = followingStep(steps, step);
  return next === undefined ? branches : [...branches, next];
}

/**
 * The TRANSFER step ahead of this step, on the path that the flow prefers. Without a step, or if the flow no longer has it, the search
 * begins at the first.
 */
export function transferAhead(steps: readonly Step[], stepId: string | null): Step | undefined {
  const seen = new Set<Step>();
  const search = (step: Step | undefined): Step | undefined => {
    if (step === undefined || seen.has(step)) return undefined;
    if (step.type === 'TRANSFER') return step;
    seen.add(step);
    for (const id of successors(steps, step)) {
      const found = search(steps.find((each) => each.id === id));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(steps.find(({ id }) => id === stepId) ?? steps[0]);
}

/** The step after `step` when nothing branches: its `next_step`, else the next in the array, else none. */
export function followingStep(steps: readonly Step[], step: Step): string | undefined {
  if (step.type === 'TRANSFER') return undefined;
  return step.next_step ?? steps[steps.indexOf(step) + 1]?.id;
}
