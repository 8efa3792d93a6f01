import { type AudioClass, audioClasses, type HeardWords } from '../types.ts';
import { createAnnouncerTrack } from '../voices/announcer-track.ts';
import type { Evidence } from './evidence.ts';
import { agentsLogOdds, noEvidence, type PersonEvidence, weighEvidence } from './person-evidence.ts';
import { isFreshVoice, type SpeechActivity } from './speech-activity.ts';
import { createWaitTrack } from './wait-track.ts';
import { createWords } from './words.ts';

/** The evidence that a person is on the line now: everything heard, summed and averaged over time. */
export interface PersonTrack {
  step(evidence: Evidence, around: Around): void;
  hearWords(words: HeardWords): void;
  /** The words that speak for or against a person, while they count. */
  readonly phrase: string | undefined;
  /** Words of the newest voice that only a recording says. */
  readonly scripted: string | undefined;
  /** The owner said that there is no person. */
  refuse(at: number): void;
  /** Somebody is known to be there. */
  keep(at: number): void;
  readonly parts: Readonly<PersonEvidence>;
  /** The sum of `parts`, averaged over 0.3 s. */
  readonly logOdds: number;
  /** The same without the words. */
  readonly soundLogOdds: number;
  /** Seconds since the average last reached `keepLogOdds`. */
  lowSeconds(at: number): number;
  /** A voice that may be a person's is sounding, or has just sounded. */
  readonly isFresh: boolean;
  /** The voice fell silent for longer than this call's recordings do. */
  readonly hasFallenSilent: boolean;
  /** The words are those of an agent. */
  readonly speaksAsAgent: boolean;
  /** It fell silent as if for an answer, and the network does not rule out a person. */
  readonly waits: boolean;
}

/** The context in which the evidence is weighed. */
export interface Around {
  speech: SpeechActivity;
  audioClass: AudioClass;
  classProbabilities: Float32Array;
  musicSeconds: number;
  heldBefore: boolean;
  isSurePerson: boolean;
}

/** Log-odds are averaged over this time, so that no single step decides. */
const averageSeconds = 0.3;
const beforeAnything = -3;
const refusedLogOdds = -6;
/**
 * Below this, the network is certain of a recording, and a wait is no evidence. If n voices of a call were recordings, the odds that the
 * next is one are n + 1 to 1 (Laplace's rule of succession), which raises the evidence that a wait needs.
 */
const waitNeedsLogOdds = -5;
const longestWaitSeconds = 3.5;
/** Words that only a recording says: the voice was not a person's, whatever it sounded like. */
const scriptedLogOdds = -2;
const musicIndex = audioClasses.indexOf('music');
const liveIndex = audioClasses.indexOf('live_human');

/** @param keepLogOdds from here on a declared person is still there. */
export function createPersonTrack(keepLogOdds: number): PersonTrack {
  const waiting = createWaitTrack();
  const words = createWords();
  const announcers = createAnnouncerTrack();
  const parts = noEvidence();
  let average = beforeAnything;
  let soundAverage = beforeAnything;
  let keptAt = 0;
  let lastAt = 0;
  let isFresh = false;
  let waits = false;
  let voiceFrom = 0;
  let pauseSeconds = 0;

  function compareVoices({ at, mel, tone }: Evidence, { speech, musicSeconds, isSurePerson }: Around): void {
    const isVoiced = speech.lastVoicedAt === at;
    announcers.step({
      at,
      mel,
      isVoiced,
      musicSeconds,
      isRinging: tone === 'ringback',
      isPerson: isSurePerson,
    });
  }

  function isScripted(): boolean {
    return parts.words <= scriptedLogOdds;
  }

  /** Enough to ring, but not to be sure: what follows, a word or music, decides. */
  function waitsForAnswer({ speech, audioClass }: Around): boolean {
    const isVoice = isFreshVoice(speech, longestWaitSeconds) && audioClass !== 'music';
    return (
      waiting.waits &&
      !isScripted() &&
      isVoice &&
      average > waitNeedsLogOdds + Math.log(waiting.recordings + 1)
    );
  }

  return {
    parts,
    get logOdds() {
      return average;
    },
    get soundLogOdds() {
      return soundAverage;
    },
    get isFresh() {
      return isFresh;
    },
    get hasFallenSilent() {
      return waiting.waits;
    },
    get speaksAsAgent() {
      return parts.words >= agentsLogOdds;
    },
    get waits() {
      return waits;
    },
    lowSeconds: (at) => at - keptAt,
    hearWords: (heard) => words.hear(heard),
    get phrase() {
      return words.phrase(lastAt, voiceFrom, pauseSeconds);
    },
    get scripted() {
      return isScripted() ? words.phrase(lastAt, voiceFrom, pauseSeconds) : undefined;
    },
    refuse(at) {
      average = refusedLogOdds;
      soundAverage = refusedLogOdds;
      keptAt = at;
    },
    keep(at) {
      keptAt = at;
    },
    step(evidence, around) {
      const { at, tone } = evidence;
      const { speech, audioClass, classProbabilities, musicSeconds, heldBefore } = around;
      const elapsed = Math.max(0, at - lastAt);
      lastAt = at;
      compareVoices(evidence, around);
      const isMusic = evidence.probabilities[musicIndex]! > 0.5;
      const voiceLogOdds = announcers.logOdds;
      waiting.step(at, speech, { isMusic, musicSeconds, isTone: tone !== undefined, voiceLogOdds });
      voiceFrom = speech.startedAt;
      ({ pauseSeconds } = speech);
      const wordLogOdds = words.logOdds(at, voiceFrom, pauseSeconds);
      const classIsLive = classProbabilities[liveIndex]! > 0.5;
      const { hasWaited } = waiting;
      weighEvidence(
        evidence,
        speech,
        { isMusic, wordLogOdds, voiceLogOdds, heldBefore, classIsLive, hasWaited },
        parts,
      );
      const newShare = Math.min(1, elapsed / averageSeconds);
      average += (parts.total - average) * newShare;
      soundAverage += (parts.sound - soundAverage) * newShare;
      if (average >= keepLogOdds) keptAt = at;
      const saysAgent = wordLogOdds >= agentsLogOdds;
      // The recogniser delivers words late.
      const freshSeconds = saysAgent ? longestWaitSeconds : undefined;
      // Music is not a voice, however unusual it is, unless its words are those of an agent.
      isFresh = isFreshVoice(speech, freshSeconds) && (audioClass !== 'music' || saysAgent);
      waits = waitsForAnswer(around);
    },
  };
}
