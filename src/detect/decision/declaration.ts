import type { PersonGrade } from '../types.ts';
import type { Evidence } from './evidence.ts';
import { knownFrom, repeatedFrom } from './person-evidence.ts';

/** A declared person until that is settled: does what follows show that it was a recording? */
export interface Declaration {
  /** Undefined while nothing is declared, or what was declared has been settled. */
  readonly grade: PersonGrade | undefined;
  /** The stretch of voice that sounds was taken back once; another mere likelihood would ring for the same recording. */
  readonly wasTakenBack: boolean;
  /** Declares a person, or raises the grade of the one who is declared; `waits`: who fell silent for an answer. */
  open(grade: PersonGrade, waits?: boolean): void;
  /** The owner has answered, or has said what it was. */
  settle(): void;
  /** @returns why the declaration is taken back, once. */
  step(followed: Followed): string | undefined;
}

/** What the newest step of audio adds to what was declared. */
export interface Followed {
  elapsed: number;
  /** The evidence for a person as it is compared with the thresholds. */
  logOdds: number;
  evidence: Pick<Evidence, 'tone' | 'knownSimilarity' | 'repeatSimilarity'>;
  /** Seconds since the last voiced step; 0 while somebody speaks. */
  pauseSeconds: number;
  musicSeconds: number;
  /** Why the music that plays is hold music. */
  holdMusic: string | undefined;
  /** The words of the voice that sounded last that only a recording says. */
  scripted: string | undefined;
}

/*
 * Chosen on 59 persons in 60 labelled calls, each heard with the three networks apart and at three speeds, which makes voices
 * and networks that fit each other less well. None of these numbers is sharp: half or double of it moves a figure by one call.
 */
/** A person sounds more alive with every word. What has gained no more than this after so much voice is no person. */
const gainLogOdds = 0.6;
const trialSeconds = 0.8;
/** Evidence this far below the threshold, for so much voice, has fallen back. */
const fallLogOdds = 0.5;
const fallSeconds = 0.5;
/** Shorter may be the last of the music that the voice came out of. */
const followingMusicSeconds = 1.2;
/** Who waited was declared for a silence: music ends it, and one more sentence does not. */
const musicAfterWaitSeconds = 0.5;
const fallAfterWaitSeconds = 4.5;
const recordingSeconds = 0.4;
const toneSeconds = 0.4;
/** A pause this long ends a stretch of voice: the next may be another's. */
const stretchPauseSeconds = 1;

export function createDeclaration(likelyLogOdds: number): Declaration {
  let grade: PersonGrade | undefined;
  let wasTakenBack = false;
  let declaredForWait = false;
  let highest = 0;
  const seconds = { voice: 0, fallen: 0, recording: 0, tone: 0 };

  /** A person who waits for an answer is silent: all but music and tones is counted in seconds of voice. */
  function measure({ elapsed, logOdds, evidence, pauseSeconds }: Followed): void {
    const { tone, knownSimilarity, repeatSimilarity } = evidence;
    seconds.tone = tone === undefined || tone === 'beep' || tone === 'dtmf' ? 0 : seconds.tone + elapsed;
    highest = Math.max(highest, logOdds);
    if (logOdds >= likelyLogOdds - fallLogOdds) seconds.fallen = 0;
    if (pauseSeconds > 0) return;
    seconds.voice += elapsed;
    if (logOdds < likelyLogOdds - fallLogOdds) seconds.fallen += elapsed;
    const recorded = knownSimilarity > knownFrom || repeatSimilarity > repeatedFrom;
    seconds.recording = recorded ? seconds.recording + elapsed : 0;
  }

  function reasonToTakeBack({
    logOdds,
    evidence,
    musicSeconds,
    holdMusic,
    scripted,
  }: Followed): string | undefined {
    const fallen = logOdds < likelyLogOdds - fallLogOdds;
    if (fallen && holdMusic !== undefined) return `on hold again: ${holdMusic}`;
    if (grade === 'sure') return undefined;
    const musicDecides = declaredForWait ? musicAfterWaitSeconds : followingMusicSeconds;
    if (fallen && musicSeconds >= musicDecides) return 'music follows';
    if (fallen && scripted !== undefined) return `“${scripted}” is what recordings say`;
    if (seconds.tone >= toneSeconds) return `${evidence.tone} follows`;
    if (seconds.recording >= recordingSeconds)
      return evidence.knownSimilarity > knownFrom
        ? 'an earlier call to this number has played the same'
        : 'this call has played the same before';
    if (seconds.fallen >= (declaredForWait ? fallAfterWaitSeconds : fallSeconds))
      return 'the voice goes on and sounds recorded';
    if (!declaredForWait && seconds.voice >= trialSeconds && highest < likelyLogOdds + gainLogOdds)
      return 'the voice goes on and sounds no more alive than at first';
    return undefined;
  }

  return {
    get grade() {
      return grade;
    },
    get wasTakenBack() {
      return wasTakenBack;
    },
    open(next, waits = false) {
      declaredForWait = waits;
      if (next === 'likely' || grade === undefined) {
        highest = -Infinity;
        Object.assign(seconds, { voice: 0, fallen: 0, recording: 0, tone: 0 });
      }
      grade = next;
    },
    settle() {
      grade = undefined;
    },
    step(followed) {
      if (followed.pauseSeconds >= stretchPauseSeconds) wasTakenBack = false;
      if (grade === undefined) return undefined;
      measure(followed);
      const reason = reasonToTakeBack(followed);
      if (reason === undefined) return undefined;
      grade = undefined;
      wasTakenBack = true;
      return reason;
    },
  };
}
