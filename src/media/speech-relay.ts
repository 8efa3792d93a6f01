import { levelDb } from '../audio/level.ts';
import type { AudioDemand, WithheldAudio } from '../calls/listener.ts';
import { type AudioClass, wordlessClasses } from '../domain/audio-class.ts';
import { frameMs, frameSamples } from './frame.ts';

/** What the detector makes of the newest audio. */
export interface Sound {
  audioClass: AudioClass | undefined;
  /** The class as the recipients of the audio know it. */
  reportedClass: AudioClass | undefined;
  /** Whether it repeats earlier speech; undefined while no words of the call are known. */
  repeatsWords: boolean | undefined;
}

/** Audio to pass on, preceded by what was withheld. */
export interface Passed {
  samples: Int16Array;
  withheld: WithheldAudio | undefined;
}

/** While nobody speaks, the newest audio is kept: speech is recognised as such only a second after it began. */
const keptFrames = 75;
/** Comfort noise lies at −60 dB; the gate of the recognisers counts nothing below this as sound either. */
const quietDb = -50;
/** Longer than any pause within a sentence. */
const quietMs = 1000;
/**
 * How long a voice is held back that may repeat known speech: the class changes half a second after a voice began, and after 0.9 s, 97 of
 * 100 repetitions are recognised. The class that recognisers look at does not settle sooner.
 */
const undecidedMs = 400;

/**
 * Decides which audio of a call is passed on when only speech is wanted. On hold, that is hardly any: most of a wait is music and
 * announcements that were heard before, and passing them on in vain cost more than listening to them (docs/performance.md).
 */
export class SpeechRelay {
  #demand: AudioDemand | undefined;
  #isOpen = false;
  /** The newest audio that was withheld, as a ring buffer. */
  readonly #kept = new Int16Array(keptFrames * frameSamples);
  #withheldFrames = 0;
  /** How long ago it became loud, while it is not recognised as known. */
  #undecidedMs = 0;
  #quietMs = 0;

  set demand(demand: AudioDemand | undefined) {
    this.#demand = demand;
    if (demand === undefined) this.#close();
  }

  get demand(): AudioDemand | undefined {
    return this.#demand;
  }

  /** Whether audio is being passed on. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * @param samples whole frames, which may be overwritten afterwards.
   * @param sound undefined where nothing is judged; then all audio is passed on.
   */
  take(samples: Int16Array, sound: Sound | undefined): Passed | undefined {
    const demand = this.#demand;
    if (demand === undefined) return undefined;
    if (!this.#isOpen && !this.#opens(samples, demand, sound)) {
      this.#keep(samples);
      return undefined;
    }
    const withheld = this.#release(samples);
    this.#isOpen = true;
    if (demand !== 'everything' && sound !== undefined && this.#isOver(samples, sound)) this.#close();
    return { samples: samples.slice(), withheld };
  }

  #opens(samples: Int16Array, demand: AudioDemand, sound: Sound | undefined): boolean {
    if (demand === 'everything' || sound === undefined) return true;
    const isKnown = demand === 'new speech' && sound.repeatsWords === true;
    if (isWordless(sound.audioClass) || isKnown) this.#undecidedMs = 0;
    // A person who only says "Hi" and waits for an answer is quiet again before the class is clear.
    else if (this.#undecidedMs > 0 || !isQuiet(samples)) this.#undecidedMs += msOf(samples);
    if (this.#undecidedMs === 0) return false;
    return demand === 'speech' || sound.repeatsWords === undefined || this.#undecidedMs >= undecidedMs;
  }

  /** Whether the recipients have heard the end of the speech, or know that this is none. */
  #isOver(samples: Int16Array, { audioClass, reportedClass }: Sound): boolean {
    this.#quietMs = isQuiet(samples) ? this.#quietMs + msOf(samples) : 0;
    return this.#quietMs >= quietMs || (isWordless(audioClass) && isWordless(reportedClass));
  }

  #close(): void {
    this.#isOpen = false;
    this.#undecidedMs = 0;
    this.#quietMs = 0;
    this.#withheldFrames = 0;
  }

  #keep(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += frameSamples) {
      const place = this.#withheldFrames++ % keptFrames;
      this.#kept.set(samples.subarray(at, at + frameSamples), place * frameSamples);
    }
  }

  #release(next: Int16Array): WithheldAudio | undefined {
    const frames = this.#withheldFrames;
    this.#withheldFrames = 0;
    if (frames === 0) return undefined;
    const lost = Math.max(0, frames - keptFrames);
    // The oldest frame is at the place of the next one.
    const oldest = lost === 0 ? 0 : (frames % keptFrames) * frameSamples;
    const kept = new Int16Array((frames - lost) * frameSamples);
    kept.set(this.#kept.subarray(oldest, oldest + kept.length));
    kept.set(this.#kept.subarray(0, oldest), kept.length - oldest);
    return { lost, kept, lateMs: msOf(kept) + msOf(next) - frameMs };
  }
}

function isWordless(audioClass: AudioClass | undefined): boolean {
  return audioClass !== undefined && wordlessClasses.includes(audioClass);
}

function isQuiet(samples: Int16Array): boolean {
  for (let at = 0; at < samples.length; at += frameSamples)
    if (levelDb(samples.subarray(at, at + frameSamples)) > quietDb) return false;
  return true;
}

function msOf(samples: Int16Array): number {
  return (samples.length / frameSamples) * frameMs;
}
