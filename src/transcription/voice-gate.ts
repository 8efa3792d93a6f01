import { levelDb } from '../audio/level.ts';
import type { RecognitionOptions } from '../calls/words/transcriber.ts';
import { wordlessClasses } from '../domain/audio-class.ts';
import { EarNotes, type Frame, type VoiceEar } from './voice-ear.ts';

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
/** How far above the room's noise a frame must be to count as a voice. */
const overRoomDb = 9;
/** Quieter is never counted as sound: comfort noise lies at −60 dB. */
const quietestDb = -50;
/** The room is never assumed to be louder than this: otherwise everything would count as room noise. */
const loudestRoomDb = -35;
/**
 * The room's noise is the quietest of this many frames: speech has gaps in every second. A hold may be completely silent, and the office of
 * the person who answers is not, so the level adapts within a sentence.
 */
const roomFrames = 100;
/** While an ear hears a voice, a frame may be this much softer than a loud one. */
const softerDb = 6;
/** The ear's answers count for this many of the newest frames. */
const freshFrames = 40;
/** This many consecutive loud frames in which the ear hears no voice are noise, and so is what follows until it hears one. */
const noiseFrames = 15;
/** A voice begins when this many of the newest are loud. */
const framesToBegin = 3;
const framesToLookAt = 5;
/** From the end of the last loud frame; shorter pauses are breaths in a sentence. */
const pauseMs = 500;
/** Kept before the first loud frame, where weak consonants are. */
const leadMs = 240;
/** The class of a sound is known later than the sound itself; this much of the delay is compensated for. */
const lookBackMs = 1500;
/** A longer stretch is cut, so that its words do not arrive minutes later. */
const longestMs = 25_000;
/** After a gap in the frames this long, the frame count is set to the clock again. */
const gapMs = 500;

/** A stretch that has begun and not ended. */
interface Open {
  startedAtMs: number;
  voicedMs: number;
}

/**
 * Cuts sound into what a recogniser should hear: stretches in which somebody speaks. Silence and music, which are most of a wait, cost
 * nothing. Reads a clock for the time of the first frame, and counts frames from there.
 *
 * A voice begins and ends by its level, which is known at once. An ear, if there is one, corrects that while something is loud: in a
 * loud noise the level shows neither pauses nor voices.
 */
export class VoiceGate {
  readonly #follower: StretchFollower;
  readonly #options: Pick<RecognitionOptions, 'audioType' | 'now'>;
  /** The newest frames while nothing is passed on. */
  #kept: Frame[] = [];
  readonly #newest = new NewestFrames();
  /** The ear hears no voice in loud sound; undefined until it is asked for. */
  #isNoise: boolean | undefined;
  readonly #notes: EarNotes | undefined;
  /** End of the newest frame. */
  #endMs = 0;
  #open: Open | undefined;

  constructor(
    follower: StretchFollower,
    options: Pick<RecognitionOptions, 'audioType' | 'now'>,
    ear?: VoiceEar,
  ) {
    this.#follower = follower;
    this.#options = options;
    this.#notes = ear === undefined ? undefined : new EarNotes(ear);
  }

  /** 20 ms of 8 kHz mono s16. */
  take(samples: Int16Array): void {
    const countedMs = this.#endMs + frameMs;
    const nowMs = this.#options.now?.() ?? Date.now();
    if (nowMs - countedMs > gapMs) {
      this.close();
      this.#endMs = nowMs;
      // Frames delayed by a busy machine arrive faster than real time; they are still one sentence.
    } else this.#endMs = Math.min(countedMs, nowMs + gapMs);
    const frame: Frame = { samples, db: levelDb(samples) };
    this.#newest.push(frame);
    this.#isNoise = undefined;
    const audioType = this.#options.audioType?.();
    const mayBeVoice = audioType === undefined || !wordlessClasses.includes(audioType);
    // Silence and music do not concern the ear.
    if (mayBeVoice && this.#notes !== undefined && this.#newest.hasLoud) this.#notes.take(frame);
    else this.#notes?.skip();
    if (this.#open === undefined) this.#wait(frame, mayBeVoice);
    else this.#goOn(this.#open, frame, mayBeVoice);
  }

  /** `frames` frames were dropped. */
  miss(frames: number): void {
    this.close();
    this.#endMs += frames * frameMs;
  }

  /** Resolves once the ear has answered everything, for audio that arrives faster than real time. */
  async settle(): Promise<void> {
    await this.#notes?.settle();
  }

  /** Ends the open stretch. */
  close(): void {
    if (this.#open !== undefined) this.#end(this.#open);
    this.#kept = [];
  }

  /** Whether the newest frames that the ear has judged are loud and no voice. */
  #hearsNoise(): boolean {
    if (this.#notes === undefined) return false;
    let judged = 0;
    for (let back = 1; back <= freshFrames && judged < noiseFrames; back++) {
      const frame = this.#newest.at(back);
      if (frame === undefined) break;
      if (frame.isVoice === undefined) continue;
      if (frame.isVoice || frame.db <= this.#newest.loudDb) return false;
      judged += 1;
    }
    return judged === noiseFrames;
  }

  #isVoice({ isVoice, db }: Frame): boolean {
    const { loudDb } = this.#newest;
    if (isVoice !== undefined) return isVoice && db > loudDb - softerDb;
    return db > loudDb && !(this.#isNoise ??= this.#hearsNoise());
  }

  /** How long it has been quiet since the last voice of the open stretch. */
  #quietMs({ startedAtMs }: Open): number {
    let quietFrames = 0;
    for (let frame = this.#newest.at(1); frame !== undefined; frame = this.#newest.at(quietFrames + 1)) {
      if (this.#isVoice(frame)) break;
      quietFrames += 1;
    }
    return Math.min(quietFrames * frameMs, this.#endMs - startedAtMs);
  }

  #wait(frame: Frame, mayBeVoice: boolean): void {
    this.#kept.push(frame);
    if (this.#kept.length * frameMs > lookBackMs) this.#kept.shift();
    if (!mayBeVoice || !this.#begins()) return;
    const kept = this.#kept.slice(this.#firstOfVoice());
    this.#kept = [];
    const startedAtMs = this.#endMs - kept.length * frameMs;
    this.#follower.begin(startedAtMs);
    const voiced = kept.filter((each) => this.#isVoice(each)).length;
    this.#open = { startedAtMs, voicedMs: voiced * frameMs };
    for (const { samples } of kept) this.#follower.sound(samples);
  }

  #begins(): boolean {
    let loud = 0;
    for (let n = Math.max(0, this.#kept.length - framesToLookAt); n < this.#kept.length; n++)
      if (this.#isVoice(this.#kept[n]!)) loud += 1;
    return loud >= framesToBegin;
  }

  /** Index of the first frame of the voice: after the last pause, with a little of what comes before. */
  #firstOfVoice(): number {
    let first = this.#kept.length;
    for (let n = this.#kept.length - 1; n >= 0 && (first - n) * frameMs <= pauseMs; n--)
      if (this.#isVoice(this.#kept[n]!)) first = n;
    return Math.max(0, first - leadMs / frameMs);
  }

  #goOn(open: Open, frame: Frame, mayBeVoice: boolean): void {
    this.#follower.sound(frame.samples);
    if (this.#isVoice(frame)) open.voicedMs += frameMs;
    const isLong = this.#endMs - open.startedAtMs >= longestMs;
    if (this.#quietMs(open) >= pauseMs || !mayBeVoice || isLong) this.#end(open);
  }

  #end(open: Open): void {
    this.#open = undefined;
    this.#follower.end(this.#endMs - this.#quietMs(open), open.voicedMs);
  }
}

/** Two frames may be quieter than the room by chance, or lost. */
const outliers = 2;

/** The frames by which the room's noise is known, and how loud a voice is in that room. */
class NewestFrames {
  readonly #frames: Frame[] = [];
  #count = 0;
  #roomDb = loudestRoomDb;

  push(frame: Frame): void {
    const place = this.#count++ % roomFrames;
    const goneDb = this.#frames[place]?.db ?? Infinity;
    this.#frames[place] = frame;
    // Nearly always the quietest are the same as before.
    if (goneDb === frame.db || (goneDb > this.#roomDb && frame.db >= this.#roomDb)) return;
    const quietest = Array.from({ length: outliers + 1 }, () => loudestRoomDb);
    for (const { db } of this.#frames) {
      if (db >= quietest[outliers]!) continue;
      quietest[outliers] = db;
      quietest.sort((one, other) => one - other);
    }
    this.#roomDb = quietest[outliers]!;
  }

  /** @param back 1 for the newest. */
  at(back: number): Frame | undefined {
    const isKnown = back <= Math.min(this.#count, roomFrames);
    return isKnown ? this.#frames[(this.#count - back) % roomFrames] : undefined;
  }

  /** A frame above this level is loud. */
  get loudDb(): number {
    return Math.max(quietestDb, this.#roomDb + overRoomDb);
  }

  get hasLoud(): boolean {
    for (let back = 1; back <= this.#frames.length; back++)
      if (this.#frames[(this.#count - back) % roomFrames]!.db > this.loudDb) return true;
    return false;
  }
}
