import type { StreamEvent } from '../../api/types.ts';

/** The progress of a step in a call. */
export interface StepRun {
  state: 'done' | 'now';
  /** How long it took, or has taken so far. */
  text: string | undefined;
}

/** Derives the steps' progress from the trial call's events. */
export function runsOf(story: readonly StreamEvent[], isOver: boolean, nowMs: number): Map<string, StepRun> {
  const runs = new Map<string, StepRun>();
  const steps = story.filter((event) => event.type === 'ivr_step');
  const last = story.at(-1);
  steps.forEach((event, index) => {
    if (event.type !== 'ivr_step') return;
    const next = steps[index + 1];
    const beganMs = Date.parse(event.timestamp);
    const endMs =
      next !== undefined
        ? Date.parse(next.timestamp)
        : isOver && last !== undefined
          ? Date.parse(last.timestamp)
          : nowMs;
    const seconds = Math.max(0, Math.round((endMs - beganMs) / 1000));
    const isNow = next === undefined && !isOver;
    runs.set(event.data.step_id, {
      state: isNow ? 'now' : 'done',
      text: isNow ? `${doing[event.data.step_type] ?? 'at it'}, ${seconds} s` : `${seconds} s`,
    });
  });
  return runs;
}

const doing: Record<string, string> = {
  LISTEN: 'listening',
  WAIT: 'waiting',
  HOLD: 'on hold',
  DTMF: 'pressing',
  TRANSFER: 'ringing',
  SPEAK: 'speaking',
};
