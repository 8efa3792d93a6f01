import { audioClasses, type DetectorEvent, type PersonGrade } from './types.ts';
import { createCallState, type CallState } from './decision/call-state.ts';
import type { Evidence } from './decision/evidence.ts';
import { clippedLogOdds, knownFrom, repeatedFrom } from './decision/person-evidence.ts';
import type { Thresholds } from './decision/sensitivity.ts';
import type { HeardTone } from './tones/tone-tracker.ts';
import { createDialogue, type Dialogue } from './turns/dialogue.ts';

/**
 * Decides everything about a call from what was measured in it. Separate from the measuring, so that a call heard once can be judged
 * again with other thresholds, or with asking back.
 */
export interface Judge
  extends
    Pick<
      CallState,
      'decision' | 'personLogOdds' | 'audioClass' | 'probabilities' | 'musicPlays' | 'hearWords'
    >,
    Pick<Dialogue, 'setPhase' | 'setSpeaking'> {
  step(evidence: Evidence, tones: readonly HeardTone[]): DetectorEvent[];
  /** Seconds on the sample clock; −1 before any voice. */
  readonly lastVoicedAt: number;
  /** Records that there is no person, even if somebody is still speaking. Returns where that voice began, seconds. */
  reject(at: number, reason: string): number;
}

const musicIndex = audioClasses.indexOf('music');

/** @param known a person who is there at first. */
export function createJudge(thresholds: Thresholds, known?: PersonGrade): Judge {
  const state = createCallState(thresholds, known);
  const dialogue = createDialogue();
  let judgedAt = 0;
  /** The network's newest log-odds, frozen while only our own echo is heard. */
  let personLogit = -clippedLogOdds;

  function converse({ at, rmsDb, probabilities, tone, knownSimilarity, repeatSimilarity }: Evidence) {
    const { asks, person } = dialogue.step({
      at,
      elapsed: at - judgedAt,
      speech: state.speech,
      rmsDb,
      isMusic: probabilities[musicIndex]! > 0.5,
      tone: tone === 'beep' ? undefined : tone,
      isKnown: knownSimilarity > knownFrom || repeatSimilarity > repeatedFrom,
      isPrompt: state.audioClass === 'ivr_prompt',
    });
    judgedAt = at;
    if (person !== undefined) return state.vouch(at, person);
    if (asks === undefined) return [];
    return [{ kind: 'turn_end' as const, at, startedAt: asks.startedAt, endedAt: asks.endedAt }];
  }

  return {
    get lastVoicedAt() {
      return state.speech.lastVoicedAt;
    },
    get decision() {
      return state.decision;
    },
    get personLogOdds() {
      return state.personLogOdds;
    },
    get audioClass() {
      return state.audioClass;
    },
    get musicPlays() {
      return state.musicPlays;
    },
    probabilities: state.probabilities,
    hearWords: (words) => state.hearWords(words),
    setPhase(phase) {
      state.setPhase(phase);
      dialogue.setPhase(phase);
    },
    setSpeaking: (isSpeaking, at) => dialogue.setSpeaking(isSpeaking, at),
    reject(at, reason) {
      dialogue.refuse(at);
      return state.reject(at, reason);
    },
    step(measured, tones) {
      const isEcho = dialogue.isEcho(measured.rmsDb, measured.at);
      if (!isEcho) personLogit = measured.personLogit;
      const evidence = isEcho
        ? { ...measured, rmsDb: Math.min(measured.rmsDb, state.speech.floorDb), personLogit }
        : measured;
      return [...state.step(evidence, tones), ...converse(evidence)];
    },
  };
}
