import type { SpeechActivity } from './speech-activity.ts';

/** Recognises a voice that speaks and then waits for an answer, longer than the recordings of this call pause. */
export interface WaitTrack {
  step(at: number, speech: Speech, heard: HeardAround): void;
  /** The voice has fallen silent for longer than any recording of this call did, and nothing has followed. */
  readonly waits: boolean;
  /** The current voice follows such a wait, with no music or tone in between. */
  readonly hasWaited: boolean;
  /** How many voices of this call were recordings: those that music followed. */
  readonly recordings: number;
}

interface HeardAround {
  isMusic: boolean;
  musicSeconds: number;
  isTone: boolean;
  /** Log-odds of a person by the likeness to this call's recorded voices alone. */
  voiceLogOdds: number;
}

type Speech = Pick<SpeechActivity, 'pauseSeconds' | 'voicedSeconds'>;

/** Used until the recordings of a call have shown how long they pause. Music mostly returns within a second. */
const shortestWaitSeconds = 1.2;
const beyondRecordingsSeconds = 0.3;
/** A longer pause has another reason, such as a queue that plays nothing. */
const longestRecordedPauseSeconds = 3;
/** Before the first hold a menu may wait for digits. It lists its options first, which takes longer than a greeting. */
const unheldWaitSeconds = 2;
const longestUnheldTurnSeconds = 5;
const shortestTurnSeconds = 0.35;
const longestTurnSeconds = 9;
/** Below this, the voice is that of this call's recordings, whose pauses are no evidence. */
const announcersLogOdds = -0.7;
/** A voice that begins later than this after the music speaks in a silent queue. */
const afterMusicSeconds = 8;
/** Music this long after a voice shows that it was a recording. */
const followingMusicSeconds = 1.2;

export function createWaitTrack(): WaitTrack {
  let longestRecordedPause = 0;
  let musicEndedAt = -Infinity;
  let heldBefore = false;
  let recordings = 0;
  /** Nothing but ringback came before this voice. */
  let isFirstVoice = true;
  /** The next five start over after music or a tone. */
  let firstVoiceAt: number | undefined;
  let voicedSeconds = 0;
  let longestPause = 0;
  let waits = false;
  let hasWaited = false;
  let lastAt = 0;

  function startOver(): void {
    if (firstVoiceAt !== undefined) isFirstVoice = false;
    firstVoiceAt = undefined;
    voicedSeconds = 0;
    longestPause = 0;
    waits = false;
    hasWaited = false;
  }

  /** A person who waited and spoke again may talk for any length of time. */
  function waitsSince(firstAt: number, pauseSeconds: number, voiceLogOdds: number): boolean {
    const longestTurn = heldBefore ? longestTurnSeconds : longestUnheldTurnSeconds;
    if (voicedSeconds < shortestTurnSeconds || (!hasWaited && voicedSeconds > longestTurn)) return false;
    if (!heldBefore) return isFirstVoice && pauseSeconds >= unheldWaitSeconds;
    if (voiceLogOdds < announcersLogOdds) return false;
    return (
      firstAt - musicEndedAt < afterMusicSeconds &&
      pauseSeconds >= Math.max(shortestWaitSeconds, longestRecordedPause + beyondRecordingsSeconds)
    );
  }

  return {
    get waits() {
      return waits;
    },
    get hasWaited() {
      return hasWaited;
    },
    get recordings() {
      return recordings;
    },
    step(at, { pauseSeconds, voicedSeconds: spoken }, { isMusic, musicSeconds, isTone, voiceLogOdds }) {
      const elapsed = at - lastAt;
      lastAt = at;
      if (isMusic) musicEndedAt = at;
      if (musicSeconds >= followingMusicSeconds) {
        heldBefore = true;
        if (voicedSeconds >= shortestTurnSeconds) recordings++;
        longestRecordedPause = Math.max(
          longestRecordedPause,
          Math.min(longestPause, longestRecordedPauseSeconds),
        );
        startOver();
      } else if (isTone) startOver();
      else if (pauseSeconds === 0 && spoken > 0) {
        firstVoiceAt ??= at;
        voicedSeconds += elapsed;
        hasWaited ||= waits;
        waits = false;
      } else if (isMusic) waits = false;
      else if (firstVoiceAt !== undefined) {
        longestPause = Math.max(longestPause, pauseSeconds);
        waits = waitsSince(firstVoiceAt, pauseSeconds, voiceLogOdds);
      }
    },
  };
}
