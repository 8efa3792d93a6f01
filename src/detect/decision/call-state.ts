import type {
  AudioClass,
  Decision,
  DetectorEvent,
  HeardWords,
  ListeningPhase,
  PersonGrade,
} from '../types.ts';
import type { HeardTone } from '../tones/tone-tracker.ts';
import { createClassTrack } from './class-track.ts';
import { createContext, holdMusicOf } from './context.ts';
import type { Evidence } from './evidence.ts';
import { createPersonTrack } from './person-track.ts';
import { createPromptTrack } from './prompt-track.ts';
import { explainPerson } from './reason.ts';
import type { Thresholds } from './sensitivity.ts';
import { createSpeechActivity, mayBeVoice, type SpeechActivity } from './speech-activity.ts';
import { createVerdict, keepLogOddsOf } from './verdict.ts';

/** The decision about one call: a state machine without a final state, since a call can return to hold at any time. */
export interface CallState {
  step(evidence: Evidence, tones: readonly HeardTone[]): DetectorEvent[];
  readonly decision: Decision;
  readonly personLogOdds: number;
  readonly audioClass: AudioClass;
  readonly probabilities: Float32Array;
  readonly speech: SpeechActivity;
  /** Music is playing, or was 0.2 s ago. */
  readonly musicPlays: boolean;
  setPhase(phase: ListeningPhase): void;
  hearWords(words: HeardWords): void;
  /**
   * Something other than the sound of the voice shows that a person is there. Declares a sure person, or confirms the likely one, unless
   * the voice said what only recordings say.
   */
  vouch(at: number, reason: string): DetectorEvent[];
  /** Records that there is no person, even if somebody is still speaking. Returns where that voice began, seconds. */
  reject(at: number, reason: string): number;
}

/** Quiet this long after a prompt means a queue without music. */
const holdSilenceSeconds = 10;
/** A beep this soon after music is one of its notes. */
const musicTailSeconds = 0.2;

/** @param known a person who is there at first. */
export function createCallState(thresholds: Thresholds, known?: PersonGrade): CallState {
  const speech = createSpeechActivity();
  const context = createContext();
  const classes = createClassTrack();
  const prompts = createPromptTrack();
  const person = createPersonTrack(keepLogOddsOf(thresholds));
  const verdict = createVerdict(thresholds, person, known);
  let lastAt = 0;
  let phase: ListeningPhase = 'answering';
  let spokenBefore = false;
  let heldBefore = false;
  /** How the present hold was recognised; undefined if it was not heard, as when the owner sent the call back. */
  let heldBy: 'music' | 'silence' | undefined;

  function noteClass({ at, rmsDb, probabilities, repeatSimilarity }: Evidence): DetectorEvent[] {
    const audioClass = classes.step(at, probabilities);
    if (audioClass === undefined) return [];
    const features = { rmsDb, personLogOdds: person.logOdds, repeatSimilarity };
    return [{ kind: 'class', at, audioClass, confidence: classes.confidence, features }];
  }

  function notePrompt(at: number): DetectorEvent[] {
    const startedAt = prompts.step(speech);
    if (startedAt === undefined) return [];
    spokenBefore = true;
    return [{ kind: 'prompt_end', at, startedAt }];
  }

  function noteRinging({ at, tone }: Evidence): void {
    const { state } = verdict.decision;
    if (tone === 'ringback' && person.logOdds < thresholds.likelyLogOdds)
      verdict.become('ringing', at, 0.95, 'ringback');
    else if (
      (state === 'ringing' || state === 'unknown') &&
      (classes.current === 'ivr_prompt' || classes.current === 'announcement')
    )
      verdict.become('prompt', at, classes.confidence, 'a recorded voice');
  }

  function notePerson(evidence: Evidence, elapsed: number): DetectorEvent[] {
    const { at } = evidence;
    const { musicSeconds } = context;
    person.step(evidence, {
      speech,
      audioClass: classes.current,
      classProbabilities: classes.probabilities,
      musicSeconds,
      heldBefore,
      isSurePerson: verdict.grade === 'sure',
    });
    return verdict.step(at, {
      elapsed,
      evidence,
      pauseSeconds: speech.pauseSeconds,
      musicSeconds,
      holdMusic: holdMusicOf(evidence, context),
      scripted: person.scripted,
      firstWordAt: speech.startedAt,
      explain: () =>
        explainPerson({
          at,
          context,
          speech,
          evidence: person.parts,
          repeatSimilarity: evidence.repeatSimilarity,
          phrase: person.phrase,
        }),
    });
  }

  function noteHold(evidence: Evidence): DetectorEvent[] {
    if (verdict.isHeld) return [];
    const quietQueue =
      spokenBefore &&
      phase !== 'talking' &&
      speech.pauseSeconds >= holdSilenceSeconds &&
      classes.current === 'silence';
    const reason = quietQueue
      ? `${holdSilenceSeconds} s of quiet after a prompt`
      : holdMusicOf(evidence, context);
    if (reason === undefined) return [];
    heldBefore = true;
    const { at } = evidence;
    const { confidence } = classes;
    if (verdict.become('holding', at, confidence, reason)) heldBy = undefined;
    // Silence may be that of a menu that waits. Music shows a queue, whatever was taken for one before.
    if (heldBy === 'music' || (quietQueue && heldBy !== undefined)) return [];
    heldBy = quietQueue ? 'silence' : 'music';
    return [{ kind: 'hold', at, audioClass: heldBy, confidence }];
  }

  return {
    get decision() {
      return verdict.decision;
    },
    get personLogOdds() {
      return person.logOdds;
    },
    get audioClass() {
      return classes.current;
    },
    probabilities: classes.probabilities,
    speech,
    get musicPlays() {
      return context.musicEndedAt > 0 && lastAt - context.musicEndedAt < musicTailSeconds;
    },
    setPhase(next) {
      phase = next;
      verdict.setPhase(next);
    },
    hearWords: (words) => person.hearWords(words),
    // After its announcement, a queue without music is as silent as somebody who waits for an answer.
    vouch: (at, reason) => (person.scripted === undefined ? verdict.vouch(at, speech.startedAt, reason) : []),
    reject(at, reason) {
      verdict.refuse(at, reason);
      heldBy = undefined;
      return speech.startedAt;
    },
    step(evidence, tones) {
      const { at, rmsDb, tone, probabilities } = evidence;
      const elapsed = Math.max(0, at - lastAt);
      lastAt = at;
      speech.step(at, rmsDb, tone === undefined && mayBeVoice(probabilities));
      context.step(evidence, speech.floorDb);
      for (const heard of tones) context.noteTone(heard.tone, heard.at);
      const events = [...noteClass(evidence), ...notePrompt(at)];
      noteRinging(evidence);
      events.push(...notePerson(evidence, elapsed), ...noteHold(evidence));
      return events;
    },
  };
}
