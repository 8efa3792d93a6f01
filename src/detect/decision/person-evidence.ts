import type { Evidence } from './evidence.ts';
import type { SpeechActivity } from './speech-activity.ts';

/** The parts of the evidence for a person, in log-odds; their sum is what the threshold is compared with. */
export interface PersonEvidence {
  model: number;
  repetition: number;
  words: number;
  /** A short utterance and then a pause, as of somebody who expects an answer; or another try after such a pause. */
  turn: number;
  /** A live voice before anything was on hold. */
  greeting: number;
  /** Another voice than this call's recordings have, or the same. */
  voice: number;
  tone: number;
  total: number;
}

/** Beyond this the network is no better calibrated; measured in the feasibility study and kept. */
export const clippedLogOdds = 6;
/**
 * Agreement with a recording of an earlier call from which on it is that recording. New voices reached at most 0.64
 * in the labelled calls, repeated announcements at least 0.76 (see docs/detection.md).
 */
export const knownFrom = 0.69;
export const repeatedFrom = 0.75;
const recordedLogOdds = -8;
/** What counts against a person when this call already played the same sound. */
const repeatedLogOdds = -4;

const turnLogOdds = 1.25;
/**
 * Before the first hold, a voice that the classes call live: of 77 calls with unheard menus one alone reached that
 * (docs/detection.md), whereas the person's own log-odds rise slowly without anything to compare with.
 */
const greetingLogOdds = 2;
/** Not even a pause makes a person of what the network takes for a recording. */
const turnNeedsLogOdds = -1;
const shortestTurnSeconds = 0.2;
const longestTurnSeconds = 2.5;
const answerPauseSeconds = 0.7;

/** The network hears little of who is who. Chosen with the thresholds (docs/detection.md). */
const voiceWeight = 1.5;
/** Nor does another voice: hold music is sung at times, and has samples of speech in it. */
const voiceNeedsLogOdds = -2;

export function noEvidence(): PersonEvidence {
  return { model: 0, repetition: 0, words: 0, turn: 0, greeting: 0, voice: 0, tone: 0, total: 0 };
}

export function weighEvidence(
  evidence: Evidence,
  speech: Pick<SpeechActivity, 'voicedSeconds' | 'pauseSeconds'>,
  context: {
    wordLogOdds: number;
    voiceLogOdds: number;
    heldBefore: boolean;
    classIsLive: boolean;
    hasWaited: boolean;
  },
  into: PersonEvidence,
): void {
  into.model = Math.max(-clippedLogOdds, Math.min(clippedLogOdds, evidence.personLogit));
  into.repetition =
    evidence.knownSimilarity > knownFrom
      ? recordedLogOdds
      : evidence.repeatSimilarity > repeatedFrom
        ? repeatedLogOdds
        : 0;
  into.words = context.wordLogOdds;
  const expectsAnswer =
    speech.pauseSeconds >= answerPauseSeconds &&
    speech.voicedSeconds >= shortestTurnSeconds &&
    speech.voicedSeconds <= longestTurnSeconds;
  const speaksInTurns = context.hasWaited || (expectsAnswer && into.model > turnNeedsLogOdds);
  into.turn = speaksInTurns ? turnLogOdds : 0;
  into.greeting = !context.heldBefore && context.classIsLive ? greetingLogOdds : 0;
  into.voice =
    voiceWeight * (into.model > voiceNeedsLogOdds ? context.voiceLogOdds : Math.min(0, context.voiceLogOdds));
  // A network progress tone is no person whatever the network thinks of it; a lone beep often precedes one.
  into.tone = evidence.tone === undefined || evidence.tone === 'beep' ? 0 : recordedLogOdds;
  into.total = Math.max(
    -clippedLogOdds,
    Math.min(
      clippedLogOdds,
      into.model + into.repetition + into.words + into.turn + into.greeting + into.voice + into.tone,
    ),
  );
}
