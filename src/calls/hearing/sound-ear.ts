import { fingerprintSeconds } from '../../detect/repetition/fingerprint.ts';
import { type PlayedSound, SoundTrail } from '../../detect/repetition/sound-trail.ts';
import type { Hearing } from './hearing.ts';

/** A menu waits about this long for its answer, and longer before it plays anything else. */
const justEndedWords = Math.round(2 / fingerprintSeconds);

interface Follower {
  sound: PlayedSound;
  heard: () => void;
}

/** Fingerprints what the far end plays, so that a menu is recognised by its sound. Works only while it has listeners. */
export class SoundEar {
  readonly #hearing: Pick<Hearing, 'audio' | 'clock'>;
  readonly #followers = new Set<Follower>();
  #listeners = 0;
  #leave: (() => void) | undefined;
  #trail = new SoundTrail();
  /** When each fingerprint that is kept was heard (epoch ms). */
  #times: number[] = [];
  /** Number of the first fingerprint since the last answer. */
  #unanswered = 0;

  constructor(hearing: Pick<Hearing, 'audio' | 'clock'>) {
    this.#hearing = hearing;
  }

  /** @returns the function that stops it, once every other listener has stopped. */
  listen(): () => void {
    this.#listeners += 1;
    this.#leave ??= this.#begin();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#listeners -= 1;
      if (this.#listeners === 0) this.#end();
    };
  }

  /** Digits go out, or something is said: what was heard before is answered. */
  answerGoesOut(): void {
    this.#unanswered = this.#trail.count;
  }

  /** What was heard between two times (epoch ms) since the last answer, packed; undefined if it is too short, or too long ago. */
  between(fromMs: number, toMs: number): Uint8Array | undefined {
    const first = this.#trail.count - this.#times.length;
    const from = this.#times.findIndex((atMs) => atMs >= fromMs);
    const to = this.#times.findLastIndex((atMs) => atMs <= toMs) + 1;
    const isForgotten = first > 0 && from === 0;
    return from < 0 || isForgotten
      ? undefined
      : this.#trail.cut(Math.max(first + from, this.#unanswered), first + to);
  }

  /**
   * Reports when `sound` has been heard to its end since the last answer: at once, if it has just ended. Needs `listen`. If it ended
   * earlier than that, another menu may be playing, and a key would answer that one.
   * @returns the function that ends this.
   */
  follow(sound: PlayedSound, heard: () => void): () => void {
    const follower = { sound, heard };
    this.#followers.add(follower);
    for (
      let end = Math.max(this.#unanswered, this.#trail.count - justEndedWords) + 1;
      end <= this.#trail.count;
      end++
    )
      if (this.#trail.endsWith(sound, end, this.#unanswered)) {
        heard();
        break;
      }
    return () => this.#followers.delete(follower);
  }

  #begin(): () => void {
    this.#trail = new SoundTrail();
    this.#times = [];
    this.#unanswered = 0;
    return this.#hearing.audio.subscribe({ name: 'sound of menus', take: (frame) => this.#take(frame) });
  }

  #end(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  #take(frame: Int16Array): void {
    if (!this.#trail.take(frame)) return;
    this.#times.push(this.#hearing.clock.now());
    if (this.#times.length > this.#trail.kept) this.#times.splice(0, this.#times.length - this.#trail.kept);
    for (const { sound, heard } of [...this.#followers])
      if (this.#trail.endsWith(sound, this.#trail.count, this.#unanswered)) heard();
  }
}
