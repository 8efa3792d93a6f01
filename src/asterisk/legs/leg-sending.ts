import { describeError } from '../../domain/errors.ts';
import { pause } from '../ari/deadline.ts';
import { dtmfMilliseconds, dtmfTiming } from './dtmf.ts';
import type { LegChannel, LegContext } from './leg-channel.ts';
import { type Attendant, LegWork } from './leg-work.ts';
import { Playback } from './playback.ts';

/**
 * What is sent to a leg: digits, sounds, the audio of a bridge and, while there is nothing else, silence. Asterisk
 * generates the silence, so a waiting call keeps getting it while the app is away.
 */
export class LegSending {
  readonly #channel: LegChannel;
  readonly #context: LegContext;
  readonly #isUp: () => boolean;
  readonly #work = new LegWork();
  #wantsSilence = false;
  #isBridged = false;
  #translateOthersAnew: (() => Promise<void>) | undefined;
  readonly #playbacks = new Set<Playback>();

  constructor(channel: LegChannel, context: LegContext, isUp: () => boolean) {
    this.#channel = channel;
    this.#context = context;
    this.#isUp = isUp;
  }

  /** Up, and sent nothing but silence. */
  get isIdle(): boolean {
    return this.#isUp() && this.#work.isNone;
  }

  /** @returns the function that ends the attendance; undefined if the leg already has an attendant. */
  attend(attendant: Attendant): (() => void) | undefined {
    return this.#work.attend(attendant);
  }

  /** The leg is up. */
  begin(): void {
    if (this.isIdle) this.#work.rest();
    void this.renewSilenceOrWarn();
  }

  /** Asterisk is back and still has the channel: sounds may have ended, and an order for silence may not have reached it. */
  found(): void {
    for (const playback of this.#playbacks) void playback.check();
    void this.renewSilenceOrWarn();
  }

  async digits(digits: string): Promise<void> {
    await this.#work.begin();
    try {
      const sent = await this.#channel.order('channels.sendDTMF', { dtmf: digits, ...dtmfTiming });
      if (!sent) return;
      // Digits that are sent as tones end the silence, as a sound does. A channel carries out its commands one after the other.
      const isFollowed = this.renewSilenceOrWarn();
      // Asterisk responds at once and sends no event when the digits are done (observed): the end is computed.
      await pause(dtmfMilliseconds(digits), this.#channel.goneSignal);
      if (!(await isFollowed)) await this.renewSilenceOrWarn();
    } finally {
      this.#endWork();
    }
  }

  async silence(): Promise<void> {
    this.#wantsSilence = true;
    await this.renewSilence();
  }

  /**
   * Restarts the silence, if it is wanted: sounds and digits end it, and so does entering or leaving a bridge. While a sound plays, the
   * silence begins after it.
   */
  async renewSilence(): Promise<void> {
    if (!this.#wantsSilence || this.#isBridged || !this.#isUp()) return;
    await this.#channel.order('channels.startSilence', {});
  }

  /** Carriers drop a call that is silent for about ten seconds, so a refusal is logged. @returns false after one; never rejects. */
  async renewSilenceOrWarn(): Promise<boolean> {
    const { link, log } = this.#context;
    try {
      await this.renewSilence();
      return true;
    } catch (thrown) {
      if (link.down === undefined)
        log.warn('no silence is sent', { leg: this.#channel.id, error: describeError(thrown) });
      return false;
    }
  }

  /** @returns false if Asterisk could not play it. */
  async sound(media: string, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return true;
    const { id, goneSignal } = this.#channel;
    const playback = new Playback(id, this.#context, goneSignal, signal);
    await this.#work.begin();
    try {
      const { playbackId } = playback;
      // Stopped while the attendant made room: Asterisk would play it all the same.
      if (playback.isOver) return true;
      const isPlayed = await this.#channel
        .order('channels.playWithId', { playbackId, media })
        .catch((thrown: unknown) => {
          this.#abandon(playback);
          throw thrown;
        });
      if (!isPlayed) return true; // the channel is gone
      // Only now: earlier, Asterisk does not know it, and `check` would take it for a sound that has ended.
      this.#playbacks.add(playback);
      // A channel carries out its orders one after the other, so the sound is followed by silence even if no app is there. The sound plays
      // whether or not this order arrives.
      const isFollowed = await this.renewSilenceOrWarn();
      await playback.ended();
      if (!isFollowed) await this.renewSilenceOrWarn();
      return !playback.hasFailed;
    } finally {
      if (!playback.isAbandoned) this.#forget(playback);
      this.#endWork();
    }
  }

  /** Asterisk did not answer in time, and may play it all the same. */
  #abandon(playback: Playback): void {
    this.#playbacks.add(playback);
    playback.abandon();
    void playback.silent().then(() => this.#forget(playback));
  }

  #forget(playback: Playback): void {
    playback.forget();
    this.#playbacks.delete(playback);
  }

  /** The channel was already in a bridge when it was adopted. */
  markBridged(): void {
    if (!this.#isBridged) this.#work.beganBefore();
    this.#isBridged = true;
  }

  /** Asterisk's translation of what this leg is sent starts again: its silence has another format than a phone. */
  async translateAnew(): Promise<void> {
    await this.#channel.order('channels.startSilence', {});
    await this.#channel.order('channels.stopSilence', {});
  }

  /** For whoever is in a bridge with it, the translation of what this leg says starts again. */
  async translateForOthersAnew(): Promise<void> {
    await this.#translateOthersAnew?.();
  }

  /**
   * The leg joined (or left) a bridge, which sends the other side's audio instead of silence.
   * @param translateOthersAnew see `translateForOthersAnew`.
   */
  async setBridged(bridged: boolean, translateOthersAnew?: () => Promise<void>): Promise<void> {
    const wasBridged = this.#isBridged;
    this.#isBridged = bridged;
    this.#translateOthersAnew = translateOthersAnew;
    if (bridged) {
      if (!wasBridged) await this.#work.begin();
      // One that still rings is sent none, and takes no such order: with 412 Asterisk would refuse it.
      if (this.#wantsSilence && this.#isUp()) await this.#channel.order('channels.stopSilence', {});
    } else {
      if (wasBridged) this.#endWork();
      await this.renewSilence();
    }
  }

  #endWork(): void {
    this.#work.end();
    if (this.isIdle) this.#work.rest();
  }
}
