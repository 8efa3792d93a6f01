import { audioClasses, type ToneKind } from '../types.ts';
import type { Evidence } from './evidence.ts';

const musicIndex = audioClasses.indexOf('music');

/** What came before: when music last played, which tone was heard, how the noise floor moved. Used in reasons and to recognise hold. */
export interface Context {
  step(evidence: Evidence, floorDb: number): void;
  /** A tone became certain. */
  noteTone(tone: ToneKind, at: number): void;
  /** Length of the music that is playing, seconds; 0 once it has stopped for 1 s. */
  readonly musicSeconds: number;
  /** End of the newest step of music, seconds; −1 before any. */
  readonly musicEndedAt: number;
  /**
   * The same of music that lasted: the first syllables of a voice may be taken for a few steps of music. −1 before any.
   */
  readonly heardMusicEndedAt: number;
  /** Level of the newest step of music, dB. */
  readonly musicDb: number;
  /** The newest tone, and when it was last heard. */
  readonly lastTone: { tone: ToneKind; at: number } | undefined;
  /** Rise of the noise floor over the last 2 s, dB: the background of somebody's room joins the line. */
  readonly floorRiseDb: number;
}

/** Music interrupted for less than this counts as one piece. */
const musicGapSeconds = 1;
/** From here on a listener would call it music. */
const heardMusicSeconds = 1;

export function createContext(): Context {
  let musicSeconds = 0;
  let musicEndedAt = -1;
  let heardMusicEndedAt = -1;
  let musicDb = -100;
  let lastTone: { tone: ToneKind; at: number } | undefined;
  let lastAt = 0;
  const floors = new Float32Array(25).fill(-100);
  let steps = 0;
  let floorRiseDb = 0;
  return {
    step(evidence, floorDb) {
      const elapsed = evidence.at - lastAt;
      lastAt = evidence.at;
      const music = evidence.probabilities[musicIndex]! > 0.5;
      if (music) {
        if (evidence.at - musicEndedAt > musicGapSeconds) musicSeconds = 0;
        musicSeconds += elapsed;
        musicEndedAt = evidence.at;
        if (musicSeconds >= heardMusicSeconds) heardMusicEndedAt = evidence.at;
        musicDb = evidence.rmsDb;
      }
      if (lastTone !== undefined && lastTone.tone === evidence.tone)
        lastTone = { ...lastTone, at: evidence.at };
      const place = steps++ % floors.length;
      const before = floors[place]!;
      floors[place] = floorDb;
      floorRiseDb = steps > floors.length ? floorDb - before : 0;
    },
    noteTone(tone, at) {
      lastTone = { tone, at };
    },
    get musicSeconds() {
      return lastAt - musicEndedAt > musicGapSeconds ? 0 : musicSeconds;
    },
    get musicEndedAt() {
      return musicEndedAt;
    },
    get heardMusicEndedAt() {
      return heardMusicEndedAt;
    },
    get musicDb() {
      return musicDb;
    },
    get lastTone() {
      return lastTone;
    },
    get floorRiseDb() {
      return floorRiseDb;
    },
  };
}

/** Music this long means hold; shorter may be a jingle in a greeting. */
const holdMusicSeconds = 3;
/** From here on it is the hold music of an earlier call, and counts at once. */
const knownMusicSimilarity = 0.75;

/** Why the sound is hold music; undefined when it is not, or not yet. */
export function holdMusicOf(
  { knownClass, knownSimilarity }: Pick<Evidence, 'knownClass' | 'knownSimilarity'>,
  { musicSeconds }: Pick<Context, 'musicSeconds'>,
): string | undefined {
  if (knownClass === 'music' && knownSimilarity > knownMusicSimilarity)
    return 'the hold music of this number';
  return musicSeconds >= holdMusicSeconds ? `music for ${holdMusicSeconds} s` : undefined;
}
