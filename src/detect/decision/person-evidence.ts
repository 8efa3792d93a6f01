import type { Evidence } from './evidence.ts';
import type { SpeechActivity } from './speech-activity.ts';

/** The parts of the evidence for a person, in log-odds; their sum is what the threshold is compared with. */
export interface PersonEvidence {
  model: number;
  repetition: number;
  words: number;
  /** A short utterance and then a pause, as of somebody who expects an answer; or a further attempt after such a pause. */
  turn: number;
  /** A live voice before anything was on hold. */
  greeting: number;
  /** Whether the voice differs from those of this call's recordings. */
  voice: number;
  tone: number;
  /** All but the words. */
  sound: number;
  total: number;
}

/** Beyond this a larger logit is no more certain, as measured in the feasibility study. */
export const clippedLogOdds = 6;
/**
 * From this agreement on, a sound is the recording of an earlier call. New voices reached at most 0.64 in the labelled
 * calls, repeated announcements at least 0.76 (docs/detection.md).
 */
export const knownFrom = 0.69;
export const repeatedFrom = 0.75;
const recordedLogOdds = -8;
/** Counts against a person when this call has already played the same sound. */
const repeatedLogOdds = -4;

const turnLogOdds = 1.25;
/**
 * For a voice before the first hold that is classed as live: only one of 77 calls with unknown menus had one. The network's person log-odds
 * rise slowly while there is nothing to compare with.
 */
const greetingLogOdds = 2;
/** Below this the network takes the voice for a recording, and a pause does not count. */
const turnNeedsLogOdds = -1;
const shortestTurnSeconds = 0.2;
const longestTurnSeconds = 2.5;
const answerPauseSeconds = 0.7;

/**
 * While words speak for a person by at least this much, the network counts no less than this: after music, it takes the first seconds of
 * any clean voice for a recording. This ends when music plays again.
 */
export const agentsLogOdds = 1;
const minModelLogOdds = -2;

/** The network barely distinguishes voices, so this comparison has more weight. Chosen with the thresholds (docs/detection-figures.md). */
const voiceWeight = 1.5;
/** Below this, a different voice is no evidence either: hold music may be sung, or contain samples of speech. */
const voiceNeedsLogOdds = -2;

export function noEvidence(): PersonEvidence {
  return { model: 0, repetition: 0, words: 0, turn: 0, greeting: 0, voice: 0, tone: 0, sound: 0, total: 0 };
}

export function weighEvidence(
  evidence: Evidence,
  speech: Pick<SpeechActivity, 'voicedSeconds' | 'pauseSeconds'>,
  context: {
    isMusic: boolean;
    wordLogOdds: number;
    voiceLogOdds: number;
    heldBefore: boolean;
    classIsLive: boolean;
    hasWaited: boolean;
  },
  into: PersonEvidence,
): void {
  into.model = clip(evidence.personLogit);
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
  // A call progress tone is not a person, whatever the neural network says; a lone beep often precedes one.
  into.tone = evidence.tone === undefined || evidence.tone === 'beep' ? 0 : recordedLogOdds;
  const besideModel = into.repetition + into.turn + into.greeting + into.voice + into.tone;
  into.sound = clip(into.model + besideModel);
  const model =
    into.words >= agentsLogOdds && !context.isMusic ? Math.max(minModelLogOdds, into.model) : into.model;
  into.total = clip(model + besideModel + into.words);
}

function clip(logOdds: number): number {
  return Math.max(-clippedLogOdds, Math.min(clippedLogOdds, logOdds));
}
