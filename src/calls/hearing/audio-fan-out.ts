import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';

/** A consumer of a call's audio: a recorder, a transcriber, live listening. The detector gets it another way, see `Listener`. */
export interface AudioSubscriber {
  /** For the log. */
  readonly name: string;
  /**
   * 8 kHz mono s16, 20 ms. The frame is shared with the other subscribers: never write to it. The next one comes once the
   * promise has settled; a subscriber that returns none gets every frame at once.
   */
  take(frame: Int16Array): Promise<void> | void;
  /** Called before the next frame with the number of frames that were dropped because this subscriber was too slow. */
  miss?(frames: number): void;
}

/** Ten seconds. */
const defaultQueueFrames = 500;
/** One line per outage, not one per frame. */
const reportDropsEveryMs = 10_000;

/**
 * Hands each frame to any number of subscribers. None of them waits for another, and the socket waits for none of them: each has its own
 * queue, and when that is full its oldest frames are dropped.
 */
export class AudioFanOut {
  readonly #subscriptions = new Set<Subscription>();
  readonly #log: Log;
  readonly #onDemand: (wanted: boolean) => void;

  /** @param onDemand called when the first subscriber arrives, and when the last one has left. */
  constructor(log: Log, onDemand: (wanted: boolean) => void = () => undefined) {
    this.#log = log;
    this.#onDemand = onDemand;
  }

  /** @returns the function that ends the subscription; what is queued for it then is dropped. */
  subscribe(subscriber: AudioSubscriber, queueFrames: number = defaultQueueFrames): () => void {
    const subscription = new Subscription(subscriber, queueFrames, this.#log);
    this.#subscriptions.add(subscription);
    if (this.#subscriptions.size === 1) this.#onDemand(true);
    return () => {
      subscription.end();
      if (this.#subscriptions.delete(subscription) && this.#subscriptions.size === 0) this.#onDemand(false);
    };
  }

  push(frame: Int16Array): void {
    // A set may change while it is iterated: a subscriber added meanwhile gets this frame too, one that left does not.
    for (const subscription of this.#subscriptions) subscription.push(frame);
  }
}

class Subscription {
  readonly #subscriber: AudioSubscriber;
  readonly #queueFrames: number;
  readonly #log: Log;
  readonly #queue: Int16Array[] = [];
  #busy = false;
  #dropped = 0;
  #dropsReportedAtMs = -Infinity;
  #failed = false;
  #ended = false;

  constructor(subscriber: AudioSubscriber, queueFrames: number, log: Log) {
    this.#subscriber = subscriber;
    this.#queueFrames = queueFrames;
    this.#log = log;
  }

  push(frame: Int16Array): void {
    if (this.#ended) return;
    if (!this.#busy) return this.#hand(frame);
    if (this.#queue.length >= this.#queueFrames) {
      this.#queue.shift();
      this.#dropped += 1;
      this.#reportDrops();
    }
    this.#queue.push(frame);
  }

  end(): void {
    this.#ended = true;
    this.#queue.length = 0;
  }

  #hand(frame: Int16Array): void {
    try {
      if (this.#dropped > 0) this.#subscriber.miss?.(this.#dropped);
      this.#dropped = 0;
      const taking = this.#subscriber.take(frame);
      if (taking === undefined) return;
      this.#busy = true;
      taking
        .catch((error: unknown) => this.#reportFailure(error))
        .then(
          () => this.#next(),
          () => undefined,
        );
    } catch (error) {
      this.#reportFailure(error);
    }
  }

  /** Subscribers that return no promise get the next frame in the same turn, so that a long queue does not cost a turn per frame. */
  #next(): void {
    this.#busy = false;
    while (!this.#busy) {
      const frame = this.#queue.shift();
      if (frame === undefined) return;
      this.#hand(frame);
    }
  }

  /** Logged once: a subscriber that fails on one frame may fail on every frame. */
  #reportFailure(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#log.error('a listener to a call failed', {
      listener: this.#subscriber.name,
      error: describeError(error),
    });
  }

  #reportDrops(): void {
    const nowMs = performance.now();
    if (nowMs - this.#dropsReportedAtMs < reportDropsEveryMs) return;
    this.#dropsReportedAtMs = nowMs;
    this.#log.warn('a listener to a call is too slow: audio is dropped for it', {
      listener: this.#subscriber.name,
    });
  }
}
