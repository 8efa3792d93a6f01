import { levelDb } from '../audio/level.ts';
import type { RecognitionOptions } from '../calls/words.ts';
import type { AudioClass } from '../domain/audio-class.ts';

/** What a gate finds. Times are epoch ms of the sound. */
export interface StretchFollower {
  /** Somebody starts to speak. */
  begin(startedAtMs: number): void;
  /** 8 kHz mono s16 of the stretch that has begun. */
  sound(samples: Int16Array): void;
  /** A pause, or the sound is no longer a voice. @param voicedMs how much of the stretch was louder than the room. */
  end(endedAtMs: number, voicedMs: number): void;
}

const frameMs = 20;
/** How far above the room's level a frame must be to count as a voice. */
const overRoomDb = 9;
/** Quieter is never counted as sound: comfort noise lies at −60 dB. */
const quietestDb = -50;
/** The room is never assumed to be louder than this: otherwise everything would be room. */
const loudestRoomDb = -35;
/**
 * The room is what is quietest among so many frames: speech has gaps in every second. A hold may be silent altogether and the office of
 * whoever answers is not, so the level is found anew within a sentence.
 */
const roomFrames = 100;
/** So many of the last five frames are loud when a voice begins. */
const framesToBegin = 3;
/** From the end of the last loud frame; shorter pauses are breaths in a sentence. */
const pauseMs = 500;
/** Kept before the first loud frame, where weak consonants are. */
const leadMs = 240;
/** The class of a sound is known later than the sound: this much of it is made up for. */
const lookBackMs = 1500;
/** A longer stretch is cut, so that its words do not arrive minutes later. */
const longestMs = 25_000;
/** The frame count is set to the clock again when frames stop for this long. */
const gapMs = 500;
/** These contain no words, however loud. */
const wordless: readonly (AudioClass | undefined)[] = ['music', 'ringing', 'dtmf', 'tone'];

/** A stretch that has begun and not ended. */
interface Open {
  startedAtMs: number;
  voicedMs: number;
}

interface Kept {
  samples: Int16Array;
  db: number;
}

/**
 * Cuts sound into what a recogniser should hear: stretches in which somebody speaks. Silence and music, which are most of a wait, cost
 * nothing. Reads a clock for the time of the first frame, and counts frames from there.
 */
export class VoiceGate {
  readonly #follower: StretchFollower;
  readonly #options: Pick<RecognitionOptions, 'audioType' | 'now'>;
  /** The newest frames while nothing is passed on. */
  #kept: Kept[] = [];
  /** Of the newest frames. */
  readonly #levels: number[] = [];
  /** From here on a frame is loud. */
  #loudDb = 0;
  /** End of the newest frame. */
  #endMs = 0;
  #open: Open | undefined;

  constructor(follower: StretchFollower, options: Pick<RecognitionOptions, 'audioType' | 'now'>) {
    this.#follower = follower;
    this.#options = options;
  }

  /** 20 ms of 8 kHz mono s16. */
  take(samples: Int16Array): void {
    const countedMs = this.#endMs + frameMs;
    const nowMs = this.#options.now?.() ?? Date.now();
    if (nowMs - countedMs > gapMs) {
      this.close();
      this.#endMs = nowMs;
      // Frames that a busy machine held up come faster than they were spoken: they are still one sentence.
    } else this.#endMs = Math.min(countedMs, nowMs + gapMs);
    const frame = { samples, db: levelDb(samples) };
    this.#hearRoom(frame.db);
    const mayBeVoice = !wordless.includes(this.#options.audioType?.());
    if (this.#open === undefined) this.#wait(frame, mayBeVoice);
    else this.#goOn(this.#open, frame, mayBeVoice);
  }

  /** `frames` frames were dropped. */
  miss(frames: number): void {
    this.close();
    this.#endMs += frames * frameMs;
  }

  /** Ends what has begun. */
  close(): void {
    if (this.#open !== undefined) this.#end(this.#open);
    this.#kept = [];
  }

  #hearRoom(db: number): void {
    this.#levels.push(db);
    if (this.#levels.length > roomFrames) this.#levels.shift();
    this.#loudDb = Math.max(quietestDb, roomDb(this.#levels) + overRoomDb);
  }

  /** How long it has been quiet since the last loud frame of what has begun. */
  #quietMs({ startedAtMs }: Open): number {
    const lastLoud = this.#levels.findLastIndex((db) => db > this.#loudDb);
    return Math.min((this.#levels.length - 1 - lastLoud) * frameMs, this.#endMs - startedAtMs);
  }

  #wait(frame: Kept, mayBeVoice: boolean): void {
    this.#kept.push(frame);
    if (this.#kept.length * frameMs > lookBackMs) this.#kept.shift();
    const recent = this.#kept.slice(-5).filter(({ db }) => db > this.#loudDb).length;
    if (!mayBeVoice || recent < framesToBegin) return;
    const kept = this.#kept.slice(this.#firstOfVoice());
    this.#kept = [];
    const startedAtMs = this.#endMs - kept.length * frameMs;
    this.#follower.begin(startedAtMs);
    const voiced = kept.filter(({ db }) => db > this.#loudDb).length;
    this.#open = { startedAtMs, voicedMs: voiced * frameMs };
    for (const { samples } of kept) this.#follower.sound(samples);
  }

  /** Everything loud up to now without a pause belongs to the voice, and a little before it. */
  #firstOfVoice(): number {
    let first = this.#kept.length;
    for (let n = this.#kept.length - 1; n >= 0 && (first - n) * frameMs <= pauseMs; n--)
      if (this.#kept[n]!.db > this.#loudDb) first = n;
    return Math.max(0, first - leadMs / frameMs);
  }

  #goOn(open: Open, frame: Kept, mayBeVoice: boolean): void {
    this.#follower.sound(frame.samples);
    if (frame.db > this.#loudDb) open.voicedMs += frameMs;
    const isLong = this.#endMs - open.startedAtMs >= longestMs;
    if (this.#quietMs(open) >= pauseMs || !mayBeVoice || isLong) this.#end(open);
  }

  #end(open: Open): void {
    this.#open = undefined;
    this.#follower.end(this.#endMs - this.#quietMs(open), open.voicedMs);
  }
}

/** The third lowest level: two frames may be quieter by accident, or lost. */
function roomDb(levels: readonly number[]): number {
  const lowest: [number, number, number] = [loudestRoomDb, loudestRoomDb, loudestRoomDb];
  for (const db of levels)
    if (db < lowest[2]) {
      lowest[2] = db;
      lowest.sort((one, other) => one - other);
    }
  return lowest[2];
}
