import type { Log } from '../../log/log.ts';
import type { Hearing } from './hearing.ts';
import { mediaOrPlain, plainGreeting, type Speech } from '../speech.ts';
import type { Leg } from '../telephony.ts';

/**
 * What the service itself says to the far end of a call: one sound at a time. The detector learns when, so that the echo is not taken for
 * a voice and what follows can count as an answer.
 */
export class OwnVoice {
  readonly #hearing: Pick<Hearing, 'setSpeaking'>;
  readonly #speech: Speech;
  readonly #log: Log;
  #speaking: Promise<void> | undefined;
  /** Aborted by `stopSpeaking`. */
  #stopping = new AbortController();
  /** By `performance.now()`, as the next. */
  #endedAtMs = -Infinity;
  #digitsAtMs = -Infinity;

  constructor(hearing: Pick<Hearing, 'setSpeaking'>, speech: Speech, log: Log) {
    this.#hearing = hearing;
    this.#speech = speech;
    this.#log = log;
  }

  /** As `say`, but a text that cannot be synthesised, or a sound that Asterisk does not have, is replaced by a plain sound. */
  async sayOrPlaySubstitute(leg: Leg, text: string, signal: AbortSignal): Promise<void> {
    const wanted = this.#unlessStopped(signal);
    const voice = { speech: this.#speech, log: this.#log };
    const sound = await mediaOrPlain(voice, { text, leg: leg.id, signal });
    if (await this.#say(leg, sound, wanted)) return;
    // The name was mistyped in the configuration, and the person who has just answered would hear nothing.
    await this.#say(leg, plainGreeting, wanted);
  }

  /**
   * Plays one of Asterisk's sounds once nothing else is being said.
   * @param signal ends it early. Resolves at its end.
   * @returns false if Asterisk could not play it.
   */
  say(leg: Leg, sound: string, signal: AbortSignal): Promise<boolean> {
    return this.#say(leg, sound, this.#unlessStopped(signal));
  }

  async #say(leg: Leg, sound: string, signal: AbortSignal): Promise<boolean> {
    while (this.#speaking !== undefined) await this.#speaking;
    if (signal.aborted) return true;
    let over = (): void => undefined;
    this.#speaking = new Promise((resolve) => (over = resolve));
    try {
      return await this.#play(leg, sound, signal);
    } finally {
      this.#speaking = undefined;
      this.#endedAtMs = performance.now();
      over();
    }
  }

  /** Stops speaking, including what is still being prepared: a leg that is playing accepts no other command. */
  async stopSpeaking(): Promise<void> {
    this.#stopping.abort();
    this.#stopping = new AbortController();
    await this.#speaking;
  }

  #unlessStopped(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#stopping.signal]);
  }

  get isSpeaking(): boolean {
    return this.#speaking !== undefined;
  }

  /** Since anything was last said; 0 while something is being said. */
  get silentSeconds(): number {
    return this.isSpeaking ? 0 : (performance.now() - this.#endedAtMs) / 1000;
  }

  /** Digits were sent: what speaks next may be a menu. */
  noteDigits(): void {
    this.#digitsAtMs = performance.now();
  }

  get secondsSinceDigits(): number {
    return (performance.now() - this.#digitsAtMs) / 1000;
  }

  async #play(leg: Leg, sound: string, signal: AbortSignal): Promise<boolean> {
    this.#hearing.setSpeaking(true);
    try {
      return await leg.play(sound, signal);
    } finally {
      this.#hearing.setSpeaking(false);
    }
  }
}
