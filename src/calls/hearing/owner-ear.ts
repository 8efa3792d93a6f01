import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import { AudioFanOut } from './audio-fan-out.ts';
import type { Listener } from '../listener.ts';
import { openEar } from './open-ear.ts';
import type { Leg, Telephony } from '../telephony.ts';

export interface OwnerEarNeeds {
  callId: string;
  telephony: Pick<Telephony, 'listen'>;
  /** Audio without a detector. */
  createRelay(): Listener;
  log: Log;
}

/** What the owner says in a talk, heard on the leg of the device that answered: open only while there is a subscriber. */
export class OwnerEar {
  readonly audio: AudioFanOut;
  readonly #needs: OwnerEarNeeds;
  #leg: Leg | undefined;
  #isWanted = false;
  #open: { leg: Leg; close(): Promise<void> } | undefined;
  /** Those that are closing. */
  readonly #closings = new Set<Promise<void>>();

  constructor(needs: OwnerEarNeeds) {
    this.#needs = needs;
    this.audio = new AudioFanOut(needs.log, (demand) => {
      this.#isWanted = demand !== undefined;
      this.#settle();
    });
  }

  /** The owner talks on this leg from now on, until it is gone. */
  hear(leg: Leg): void {
    this.#leg = leg;
    leg.subscribe((event) => {
      if (event.kind !== 'gone' || this.#leg !== leg) return;
      this.#leg = undefined;
      this.#settle();
    });
    this.#settle();
  }

  /** Stops listening. Never rejects. */
  async stop(): Promise<void> {
    this.#leg = undefined;
    this.#settle();
    await Promise.all(this.#closings);
  }

  #settle(): void {
    const leg = this.#isWanted && this.#leg?.state !== 'gone' ? this.#leg : undefined;
    if (leg === this.#open?.leg) return;
    const closing = this.#open?.close();
    this.#open = leg === undefined ? undefined : { leg, close: this.#listen(leg) };
    if (closing === undefined) return;
    this.#closings.add(closing);
    void closing.then(() => this.#closings.delete(closing));
  }

  /** @returns what ends it, and never rejects. */
  #listen(leg: Leg): () => Promise<void> {
    const { telephony, callId, log } = this.#needs;
    const relay = this.#needs.createRelay();
    const closing = new AbortController();
    relay.follow({
      heard: () => undefined,
      frame: (frame, lateMs) => {
        // While Asterisk still closes this ear, the next leg is heard already: the frames of both would be one broken voice.
        if (!closing.signal.aborted) this.audio.push(frame, lateMs);
      },
    });
    relay.relay('everything');
    const opening = openEar(telephony, leg, relay, {
      signal: closing.signal,
      failed: (error) => {
        if (leg.state !== 'gone')
          log.warn('the owner cannot be heard', { call: callId, error: describeError(error) });
      },
    });
    return async () => {
      closing.abort();
      const ear = await opening;
      await ear?.stop();
      await relay.close();
    };
  }
}
