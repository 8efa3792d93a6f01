import type { Decision, DetectorEvent, ListeningPhase, PersonGrade } from '../types.ts';
import { createDeclaration, type Followed } from './declaration.ts';
import type { PersonTrack } from './person-track.ts';
import type { Thresholds } from './sensitivity.ts';

/** The current decision about a call: when a person is declared, and when that is confirmed, taken back or over. */
export interface Verdict {
  readonly decision: Decision;
  /** Undefined while nobody is declared. */
  readonly grade: PersonGrade | undefined;
  /** Declares, confirms and takes back by the newest evidence. */
  step(at: number, heard: HeardPerson): DetectorEvent[];
  /** @returns whether the state changed. */
  become(state: Decision['state'], at: number, confidence: number, reason: string): boolean;
  /** The declared person may still be there. */
  readonly isHeld: boolean;
  setPhase(phase: ListeningPhase): void;
  /** Declares a sure person, or confirms the likely one, on evidence other than the sound of the voice. */
  vouch(at: number, firstWordAt: number, reason: string): DetectorEvent[];
  /** The owner said that there is no person now. */
  refuse(at: number, reason: string): void;
}

export interface HeardPerson extends Followed {
  firstWordAt: number;
  /** The reason in plain words; built only when it is needed. */
  explain(): string;
}

/** A person is gone, and the next may be declared, after `rearmSeconds` below the lower of these two (`keepLogOddsOf`). */
const rearmLogOdds = -0.5;
const rearmBelowLikely = 0.4;
const rearmSeconds = 3;
/** After the owner refused a false alarm, a new person may be declared after this at the latest. */
const refusedForSeconds = 30;
/** Somebody who answers what was said to them is a person, whatever the voice sounds like. */
const vouchedConfidence = 0.9;
/** How sure it is that a person who was there at first still is. */
const knownConfidence = { likely: 0.5, sure: 0.9 } as const satisfies Record<PersonGrade, number>;
/** About as long as the network believes in a person who says nothing; one that hears the call only from here on does not know of them. */
const knownSeconds = 15;

/** From these log-odds on, a declared person is still there. */
export const keepLogOddsOf = ({ likelyLogOdds }: Thresholds): number =>
  Math.min(rearmLogOdds, likelyLogOdds - rearmBelowLikely);

const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** @param known a person who is there at first. */
export function createVerdict(
  { likelyLogOdds, sureLogOdds }: Thresholds,
  person: PersonTrack,
  known: PersonGrade | undefined,
): Verdict {
  const declaration = createDeclaration(likelyLogOdds);
  const ringsEarly = likelyLogOdds < sureLogOdds;
  let decision: Decision = { state: 'unknown', since: 0, confidence: 0, reason: 'nothing heard yet' };
  let phase: ListeningPhase = 'answering';
  let armed = true;
  let refusedAt = -refusedForSeconds;
  if (known !== undefined) {
    armed = false;
    declaration.open(known, true);
    person.keep(knownSeconds);
    become('person', 0, knownConfidence[known], 'heard before');
  }

  function become(state: Decision['state'], at: number, confidence: number, reason: string): boolean {
    if (decision.state === state) return false;
    decision = { state, since: at, confidence, reason };
    return true;
  }

  /** Rearms at once: the next voice may be a person. */
  function takeBack(at: number, heard: HeardPerson): DetectorEvent[] {
    const reason = declaration.step(heard, person);
    if (reason === undefined) return [];
    armed = true;
    become('unknown', at, probabilityOf(-person.logOdds), reason);
    return [{ kind: 'person_retracted', at, reason }];
  }

  function confirm(at: number, confidence: number, reason: string): DetectorEvent {
    declaration.open('sure');
    decision = { ...decision, confidence, reason };
    return { kind: 'person_confirmed', at, confidence, reason };
  }

  function rearm(at: number): void {
    const gone = person.lowSeconds(at) > rearmSeconds;
    const refusalOver = decision.state !== 'person' && at - refusedAt > refusedForSeconds;
    if (gone && decision.state === 'person') become('unknown', at, 0.5, 'the person is gone');
    armed = gone || refusalOver;
  }

  function gradeNow(): PersonGrade | undefined {
    if (person.isFresh && person.logOdds >= sureLogOdds) return 'sure';
    if (phase === 'menu') return undefined;
    const mayBeLikely = !declaration.wasTakenBack || person.speaksAsAgent;
    if (person.isFresh && mayBeLikely && person.logOdds >= likelyLogOdds) return 'likely';
    return ringsEarly && declaration.grade === undefined && person.waits ? 'likely' : undefined;
  }

  function declare(grade: PersonGrade, at: number, heard: HeardPerson): DetectorEvent {
    armed = false;
    person.keep(at);
    declaration.open(grade, grade === 'likely' && (person.hasFallenSilent || person.speaksAsAgent));
    const confidence = probabilityOf(person.logOdds);
    const reason = heard.explain();
    become('person', at, confidence, reason);
    return { kind: 'person', at, firstWordAt: heard.firstWordAt, confidence, reason, grade };
  }

  return {
    become,
    get decision() {
      return decision;
    },
    get grade() {
      return declaration.grade;
    },
    get isHeld() {
      return decision.state === 'person' && !armed;
    },
    setPhase(next) {
      phase = next;
      if (next === 'talking') declaration.settle();
    },
    step(at, heard) {
      const events = takeBack(at, heard);
      const isSure = person.isFresh && person.logOdds >= sureLogOdds;
      if (isSure && declaration.grade === 'likely')
        events.push(confirm(at, probabilityOf(person.logOdds), heard.explain()));
      if (!armed) {
        rearm(at);
        return events;
      }
      const grade = gradeNow();
      if (grade !== undefined) events.push(declare(grade, at, heard));
      return events;
    },
    vouch(at, firstWordAt, reason) {
      if (phase === 'menu' || phase === 'talking' || declaration.grade === 'sure') return [];
      if (declaration.grade === 'likely') return [confirm(at, vouchedConfidence, reason)];
      declaration.open('sure');
      armed = false;
      person.keep(at);
      decision = { state: 'person', since: at, confidence: vouchedConfidence, reason };
      return [{ kind: 'person', at, firstWordAt, confidence: vouchedConfidence, reason, grade: 'sure' }];
    },
    refuse(at, reason) {
      declaration.settle();
      person.refuse(at);
      armed = false;
      refusedAt = at;
      become('holding', at, 1, reason);
    },
  };
}
