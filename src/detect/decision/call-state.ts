import {
  audioClasses,
  type AudioClass,
  type Decision,
  type DetectorEvent,
  type ListeningPhase,
  type PersonGrade,
} from '../types.ts';
import type { HeardTone } from '../tones/tone-tracker.ts';
import { createClassTrack } from './class-track.ts';
import { createContext } from './context.ts';
import { createDeclaration } from './declaration.ts';
import type { Evidence } from './evidence.ts';
import { noEvidence, weighEvidence } from './person-evidence.ts';
import { createPromptTrack } from './prompt-track.ts';
import { explainPerson } from './reason.ts';
import { holdMusicOf } from './hold-music.ts';
import type { Thresholds } from './sensitivity.ts';
import { createSpeechActivity, isFreshVoice, mayBeVoice, type SpeechActivity } from './speech-activity.ts';
import { createWaitTrack } from './wait-track.ts';
import { createWords } from './words.ts';
import { createAnnouncerTrack } from '../voices/announcer-track.ts';

/** The decision of one call: a state machine that can be entered again from everywhere. */
export interface CallState {
  step(evidence: Evidence, tones: readonly HeardTone[]): DetectorEvent[];
  readonly decision: Decision;
  readonly personLogOdds: number;
  readonly audioClass: AudioClass;
  readonly probabilities: Float32Array;
  readonly speech: SpeechActivity;
  /** Music sounds now, or did a moment ago. */
  readonly musicPlays: boolean;
  setPhase(phase: ListeningPhase): void;
  hearWords(at: number, text: string): void;
  /** Something other than the sound of the voice shows that a person is there: declares one as sure, or confirms. */
  vouch(at: number, reason: string): DetectorEvent[];
  /** There is no person now, whoever is speaking still. Returns since when the voice was heard. */
  reject(at: number, reason: string): number;
}

/** Quiet this long after a prompt is a queue without music. */
const holdSilenceSeconds = 10;
/** Log-odds are averaged over this time, against single clicks of certainty. */
const averageSeconds = 0.3;
/** A beep this soon after music is one of its notes. */
const musicTailSeconds = 0.2;
/** A person is gone, and the next one may be declared, after this long below this. */
const rearmLogOdds = -0.5;
const rearmBelowLikely = 0.4;
const rearmSeconds = 3;
/** After a false alarm that the owner refused, a new person may be declared at the latest after this. */
const rejectedForSeconds = 30;
/** Who answers us is there; how alive the voice sounds says nothing about that. */
const vouchedConfidence = 0.9;
/**
 * Not even a wait makes a person of what the network is certain about; and where n voices of a call were recordings, the next is one
 * with odds of n + 1 to 1 (Laplace's rule of succession), which the wait has to make good.
 */
const waitNeedsLogOdds = -5;
const longestWaitSeconds = 3.5;
const musicIndex = audioClasses.indexOf('music');
const liveIndex = audioClasses.indexOf('live_human');

export function createCallState(thresholds: Thresholds): CallState {
  const speech = createSpeechActivity();
  const context = createContext();
  const classes = createClassTrack();
  const prompts = createPromptTrack();
  const waiting = createWaitTrack();
  const words = createWords();
  const announcers = createAnnouncerTrack();
  const declaration = createDeclaration(thresholds.likelyLogOdds);
  const ringsEarly = thresholds.likelyLogOdds < thresholds.sureLogOdds;
  const rearmFrom = Math.min(rearmLogOdds, thresholds.likelyLogOdds - rearmBelowLikely);
  const person = noEvidence();
  let decision: Decision = { state: 'unknown', since: 0, confidence: 0, reason: 'nothing heard yet' };
  let average = -3;
  let lastAt = 0;
  let aboveAt = 0;
  let armed = true;
  let rejectedAt = -rejectedForSeconds;
  let phase: ListeningPhase = 'answering';
  let spokenBefore = false;
  let heldBefore = false;

  function become(state: Decision['state'], at: number, confidence: number, reason: string): boolean {
    if (decision.state === state) return false;
    decision = { state, since: at, confidence, reason };
    return true;
  }

  function notePrompt(evidence: Evidence, events: DetectorEvent[]): void {
    const startedAt = prompts.step(speech);
    if (startedAt === undefined) return;
    spokenBefore = true;
    events.push({ kind: 'prompt_end', at: evidence.at, startedAt });
  }

  function noteHold(evidence: Evidence, events: DetectorEvent[]): void {
    if (decision.state === 'person' && !armed) return;
    const quietQueue =
      spokenBefore &&
      phase !== 'talking' &&
      speech.pauseSeconds >= holdSilenceSeconds &&
      classes.current === 'silence';
    const reason = quietQueue
      ? `${holdSilenceSeconds} s of quiet after a prompt`
      : holdMusicOf(evidence, context);
    if (reason === undefined) return;
    const { confidence } = classes;
    heldBefore = true;
    if (become('holding', evidence.at, confidence, reason))
      events.push({
        kind: 'hold',
        at: evidence.at,
        audioClass: quietQueue ? 'silence' : 'music',
        confidence,
      });
  }

  function noteRinging(evidence: Evidence): void {
    if (evidence.tone === 'ringback' && average < thresholds.likelyLogOdds)
      become('ringing', evidence.at, 0.95, 'ringback');
    else if (
      (decision.state === 'ringing' || decision.state === 'unknown') &&
      (classes.current === 'ivr_prompt' || classes.current === 'announcement')
    )
      become('prompt', evidence.at, classes.confidence, 'a recorded voice');
  }

  function notePerson(evidence: Evidence, elapsed: number, events: DetectorEvent[]): void {
    const classIsLive = classes.probabilities[liveIndex]! > 0.5;
    weighEvidence(
      evidence,
      speech,
      {
        wordLogOdds: words.logOdds(evidence.at),
        voiceLogOdds: announcers.logOdds,
        heldBefore,
        classIsLive,
        hasWaited: waiting.hasWaited,
      },
      person,
    );
    average += (person.total - average) * Math.min(1, elapsed / averageSeconds);
    if (average >= rearmFrom) aboveAt = evidence.at;
    retract(evidence, elapsed, events);
    // What sounds like music is not a voice, however unusual the music is.
    const fresh = isFreshVoice(speech) && classes.current !== 'music';
    const sure = fresh && average >= thresholds.sureLogOdds;
    if (sure && declaration.grade === 'likely') confirm(evidence, events);
    if (!armed) {
      const gone = evidence.at - aboveAt > rearmSeconds;
      const refusalOver = decision.state !== 'person' && evidence.at - rejectedAt > rejectedForSeconds;
      if (gone && decision.state === 'person') become('unknown', evidence.at, 0.5, 'the person is gone');
      armed = gone || refusalOver;
      return;
    }
    const mayBeLikely = phase !== 'menu' && !declaration.wasTakenBack;
    if (sure) declare('sure', evidence, events);
    else if (fresh && mayBeLikely && average >= thresholds.likelyLogOdds) declare('likely', evidence, events);
    else if (waitsForAnswer()) declare('likely', evidence, events);
  }

  /** Reason enough to ring, not to be sure: what follows, a word or music, decides. */
  function waitsForAnswer(): boolean {
    const isVoice = isFreshVoice(speech, longestWaitSeconds) && classes.current !== 'music';
    const isAllowed = ringsEarly && phase !== 'menu' && declaration.grade === undefined;
    const needed = waitNeedsLogOdds + Math.log(waiting.recordings + 1);
    return isAllowed && waiting.waits && isVoice && average > needed;
  }

  function declare(grade: PersonGrade, evidence: Evidence, events: DetectorEvent[]): void {
    armed = false;
    aboveAt = evidence.at;
    declaration.open(grade, grade === 'likely' && waiting.waits);
    const confidence = 1 / (1 + Math.exp(-average));
    const reason = reasonFor(evidence);
    become('person', evidence.at, confidence, reason);
    events.push({
      kind: 'person',
      at: evidence.at,
      firstWordAt: speech.startedAt,
      confidence,
      reason,
      grade,
    });
  }

  function confirm(evidence: Evidence, events: DetectorEvent[]): void {
    declaration.open('sure');
    const confidence = 1 / (1 + Math.exp(-average));
    const reason = reasonFor(evidence);
    decision = { ...decision, confidence, reason };
    events.push({ kind: 'person_confirmed', at: evidence.at, confidence, reason });
  }

  /** Armed again at once: the next voice may be a person. */
  function retract(evidence: Evidence, elapsed: number, events: DetectorEvent[]): void {
    const reason = declaration.step({
      elapsed,
      logOdds: average,
      evidence,
      pauseSeconds: speech.pauseSeconds,
      musicSeconds: context.musicSeconds,
      holdMusic: holdMusicOf(evidence, context),
    });
    if (reason === undefined) return;
    armed = true;
    become('unknown', evidence.at, 1 / (1 + Math.exp(average)), reason);
    events.push({ kind: 'person_retracted', at: evidence.at, reason });
  }

  function reasonFor(evidence: Evidence): string {
    return explainPerson({
      at: evidence.at,
      context,
      speech,
      evidence: person,
      repeatSimilarity: evidence.repeatSimilarity,
      phrase: words.phrase(evidence.at),
    });
  }

  return {
    get decision() {
      return decision;
    },
    get personLogOdds() {
      return average;
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
      if (next === 'talking') declaration.settle();
    },
    hearWords(at, text) {
      words.hear(at, text);
    },
    vouch(at, reason) {
      if (phase === 'menu' || phase === 'talking' || declaration.grade === 'sure') return [];
      const wasLikely = declaration.grade === 'likely';
      declaration.open('sure');
      if (wasLikely) {
        decision = { ...decision, confidence: vouchedConfidence, reason };
        return [{ kind: 'person_confirmed', at, confidence: vouchedConfidence, reason }];
      }
      armed = false;
      aboveAt = at;
      decision = { state: 'person', since: at, confidence: vouchedConfidence, reason };
      const { startedAt: firstWordAt } = speech;
      return [{ kind: 'person', at, firstWordAt, confidence: vouchedConfidence, reason, grade: 'sure' }];
    },
    reject(at, reason) {
      declaration.settle();
      average = -6;
      armed = false;
      rejectedAt = at;
      aboveAt = at;
      become('holding', at, 1, reason);
      return speech.startedAt;
    },
    step(evidence, tones) {
      const events: DetectorEvent[] = [];
      const elapsed = Math.max(0, evidence.at - lastAt);
      lastAt = evidence.at;
      const p = evidence.probabilities;
      speech.step(evidence.at, evidence.rmsDb, evidence.tone === undefined && mayBeVoice(p));
      context.step(evidence, speech.floorDb);
      const { musicSeconds } = context;
      const isTone = evidence.tone !== undefined;
      const isMusic = p[musicIndex]! > 0.5;
      announcers.step({
        at: evidence.at,
        mel: evidence.mel,
        isVoiced: speech.lastVoicedAt === evidence.at,
        musicSeconds,
        isRinging: evidence.tone === 'ringback',
        isPerson: declaration.grade === 'sure',
      });
      waiting.step(evidence.at, speech, { isMusic, musicSeconds, isTone, voiceLogOdds: announcers.logOdds });
      for (const heard of tones) context.noteTone(heard.tone, heard.at);
      const changed = classes.step(evidence.at, p);
      if (changed)
        events.push({
          kind: 'class',
          at: evidence.at,
          audioClass: changed,
          confidence: classes.confidence,
          features: {
            rmsDb: evidence.rmsDb,
            personLogOdds: average,
            repeatSimilarity: evidence.repeatSimilarity,
          },
        });
      notePrompt(evidence, events);
      noteRinging(evidence);
      notePerson(evidence, elapsed, events);
      noteHold(evidence, events);
      return events;
    },
  };
}
