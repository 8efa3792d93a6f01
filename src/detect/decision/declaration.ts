import type { PersonGrade } from '../types.ts';
import type { Evidence } from './evidence.ts';
import { knownFrom, repeatedFrom } from './person-evidence.ts';
import { toneNames } from './reason.ts';

/** Follows a declared person until the owner settles it, and takes the declaration back when what follows shows a recording. */
export interface Declaration {
  /** Undefined while nothing is declared, and once a declaration is settled or taken back. */
  readonly grade: PersonGrade | undefined;
  /** A declaration for the current stretch of voice was taken back; another likely one would ring for the same recording. */
  readonly wasTakenBack: boolean;
  /**
   * Declares a person, or raises the grade of the declared one.
   * @param isTrusted the person was declared for a silence, as if waiting for an answer, or for the words. One sentence may then sound
   *   recorded.
   */
  open(grade: PersonGrade, isTrusted?: boolean): void;
  /** The owner has answered, or has said what it was. */
  settle(): void;
  /** @returns why the declaration is taken back, once per declaration. */
  step(followed: Followed, averages: Averages): string | undefined;
}

/** What the newest step of audio says about the declaration. */
export interface Followed {
  elapsed: number;
  evidence: Pick<Evidence, 'tone' | 'knownSimilarity' | 'repeatSimilarity'>;
  /** Seconds since the last voiced step; 0 while somebody speaks. */
  pauseSeconds: number;
  musicSeconds: number;
  /** Why the music that is playing is hold music; undefined when it is not. */
  holdMusic: string | undefined;
  /** Words of the newest voice that only a recording says. */
  scripted: string | undefined;
}

/** The averaged evidence for a person. */
interface Averages {
  /** As compared with the thresholds. */
  readonly logOdds: number;
  /** The same without the words. */
  readonly soundLogOdds: number;
}

/*
 * Chosen on 59 people in 60 labelled calls, each run with the three networks separately and at three speeds, so that no network had been
 * fitted to exactly these voices. None of these values is critical: halving or doubling one changes the result of one call.
 */
/** A person sounds more alive with every word. A voice that has gained no more than this in `trialSeconds` is not a person. */
const gainLogOdds = 0.6;
const trialSeconds = 0.8;
/** Evidence that stays this far below the threshold for `fallSeconds` of voice has fallen back. */
const fallLogOdds = 0.5;
const fallSeconds = 0.5;
/** Shorter music may be the end of the piece that the voice came out of. */
const followingMusicSeconds = 1.2;
/** A person who was declared for a silence, or for words: music disproves it, and the sound of one more sentence does not. */
const musicWhereTrustedSeconds = 0.5;
const fallWhereTrustedSeconds = 4.5;
const recordingSeconds = 0.4;
const toneSeconds = 0.4;
/** A pause this long ends a stretch of voice: the next voice may be another speaker's. */
const stretchPauseSeconds = 1;

export function createDeclaration(likelyLogOdds: number): Declaration {
  let grade: PersonGrade | undefined;
  let wasTakenBack = false;
  let isTrusted = false;
  let highest = 0;
  const seconds = { voice: 0, fallen: 0, recording: 0, tone: 0 };

  /** A person who waits for an answer is silent, so everything but music and tones is counted in seconds of voice. */
  function measure({ elapsed, evidence, pauseSeconds }: Followed, logOdds: number): void {
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

  function reasonToTakeBack(
    { evidence, musicSeconds, holdMusic, scripted }: Followed,
    { logOdds, soundLogOdds }: Averages,
  ): string | undefined {
    const fallen = logOdds < likelyLogOdds - fallLogOdds;
    if (fallen && holdMusic !== undefined) return `on hold again: ${holdMusic}`;
    // Agents read scripts, too.
    const isAgentByVoice = grade === 'sure' && soundLogOdds >= likelyLogOdds;
    if (fallen && scripted !== undefined && !isAgentByVoice) return `“${scripted}” is what recordings say`;
    if (grade === 'sure') return undefined;
    const musicDecides = isTrusted ? musicWhereTrustedSeconds : followingMusicSeconds;
    if (fallen && musicSeconds >= musicDecides) return 'music follows';
    if (evidence.tone !== undefined && seconds.tone >= toneSeconds)
      return `${toneNames[evidence.tone]} follows`;
    if (seconds.recording >= recordingSeconds)
      return evidence.knownSimilarity > knownFrom
        ? 'an earlier call to this number has played the same'
        : 'this call has played the same before';
    if (seconds.fallen >= (isTrusted ? fallWhereTrustedSeconds : fallSeconds))
      return 'the voice goes on and sounds recorded';
    if (!isTrusted && seconds.voice >= trialSeconds && highest < likelyLogOdds + gainLogOdds)
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
    open(next, trusted = false) {
      isTrusted = trusted;
      if (next === 'likely' || grade === undefined) {
        highest = -Infinity;
        Object.assign(seconds, { voice: 0, fallen: 0, recording: 0, tone: 0 });
      }
      grade = next;
    },
    settle() {
      grade = undefined;
    },
    step(followed, averages) {
      if (followed.pauseSeconds >= stretchPauseSeconds) wasTakenBack = false;
      if (grade === undefined) return undefined;
      measure(followed, averages.logOdds);
      const reason = reasonToTakeBack(followed, averages);
      if (reason === undefined) return undefined;
      grade = undefined;
      wasTakenBack = true;
      return reason;
    },
  };
}
