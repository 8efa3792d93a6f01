import type { CallDetector, DetectorEvent, ListeningPhase } from '../../src/detect/types.ts';

/** Keeps its input, and finds nothing. */
export class KeepingDetector implements CallDetector {
  readonly pushed: number[] = [];
  readonly phases: ListeningPhase[] = [];
  pushes = 0;
  seconds = 0;
  observation: CallDetector['observation'] = undefined;
  lastVoicedAt = -1;
  repeatsWords: boolean | undefined;
  decision: CallDetector['decision'] = { state: 'unknown', since: 0, confidence: 0, reason: '' };
  readonly #failsAt: readonly number[];

  /** @param failsAt the pushes at which it fails, from 0. */
  constructor(failsAt: readonly number[] = []) {
    this.#failsAt = failsAt;
  }

  push(samples: Int16Array): DetectorEvent[] {
    if (this.#failsAt.includes(this.pushes++)) throw new Error('a defect');
    this.pushed.push(...samples);
    return [];
  }
  setPhase(phase: ListeningPhase): void {
    this.phases.push(phase);
  }
  setSpeaking(): void {}
  hearWords(): void {}
  rejectPerson(): void {}
  personLeft(): void {}
  learned(): [] {
    return [];
  }
}
