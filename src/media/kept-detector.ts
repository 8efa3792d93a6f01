import { FaultBudget } from '../calls/fault-budget.ts';
import type {
  CallDetector,
  DetectorEvent,
  HeardWords,
  KnownRecording,
  ListeningPhase,
  PersonGrade,
} from '../detect/types.ts';

/** @param person who is there as it begins. */
export type CreateDetector = (person: PersonGrade | undefined) => CallDetector;

/** @param isOff no other one follows. */
export type DetectorFailed = (error: unknown, isOff: boolean) => void;

/**
 * The detector of a call. One that fails must end neither the call nor its hearing: another follows a moment later, in the same phase and
 * knowing who is there. What the first had learned is lost. If they fail again and again there is none for the rest of the call, and the
 * owner can still be connected by hand.
 */
export class KeptDetector {
  readonly #create: CreateDetector;
  readonly #failed: DetectorFailed;
  readonly #faults = new FaultBudget();
  #current: CallDetector | undefined;
  /** When the next one begins, by `performance.now()`. */
  #nextAtMs = 0;
  #samples = 0;
  #fromSample = 0;
  #phase: ListeningPhase | undefined;
  #isSpeaking = false;
  /** Of the person declared last. */
  #grade: PersonGrade | undefined;
  /** The person who was there when it last heard anything. */
  #person: PersonGrade | undefined;

  /** @param person who is there at first. */
  constructor(create: CreateDetector, failed: DetectorFailed, person?: PersonGrade) {
    this.#create = create;
    this.#failed = failed;
    this.#person = person;
    this.#begin();
  }

  /** Undefined while there is none. */
  get current(): CallDetector | undefined {
    return this.#current;
  }

  /** The samples of the call before its clock began. */
  get fromSample(): number {
    return this.#fromSample;
  }

  push(samples: Int16Array): DetectorEvent[] {
    if (this.#current === undefined && performance.now() >= this.#nextAtMs) this.#begin();
    this.#samples += samples.length;
    const events = this.#guard((detector) => detector.push(samples)) ?? [];
    for (const event of events) {
      if (event.kind === 'person') this.#grade = event.grade;
      if (event.kind === 'person_confirmed') this.#grade = 'sure';
    }
    this.#noteWhoIsThere();
    return events;
  }

  setPhase(phase: ListeningPhase): void {
    this.#phase = phase;
    this.#guard((detector) => detector.setPhase(phase));
  }

  setSpeaking(isSpeaking: boolean): void {
    this.#isSpeaking = isSpeaking;
    this.#guard((detector) => detector.setSpeaking(isSpeaking));
  }

  hearWords(words: HeardWords): void {
    this.#guard((detector) => detector.hearWords(words));
  }

  rejectPerson(): void {
    this.#person = undefined;
    this.#guard((detector) => detector.rejectPerson());
  }

  personLeft(): void {
    this.#person = undefined;
    this.#guard((detector) => detector.personLeft());
  }

  learned(): KnownRecording[] {
    return this.#guard((detector) => detector.learned()) ?? [];
  }

  #begin(): void {
    try {
      const detector = this.#create(this.#person);
      if (this.#phase !== undefined) detector.setPhase(this.#phase);
      if (this.#isSpeaking) detector.setSpeaking(true);
      this.#current = detector;
      this.#fromSample = this.#samples;
      this.#grade = this.#person;
    } catch (error) {
      this.#fail(error);
    }
  }

  #guard<T>(act: (detector: CallDetector) => T): T | undefined {
    if (this.#current === undefined) return undefined;
    try {
      return act(this.#current);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    this.#current = undefined;
    const nowMs = performance.now();
    const pauseSeconds = this.#faults.spend(nowMs);
    this.#nextAtMs = pauseSeconds === undefined ? Infinity : nowMs + pauseSeconds * 1000;
    this.#failed(error, pauseSeconds === undefined);
  }

  #noteWhoIsThere(): void {
    if (this.#current === undefined) return; // nothing has been heard
    this.#person = this.#current.decision.state === 'person' ? this.#grade : undefined;
  }
}
