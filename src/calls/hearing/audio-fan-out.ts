import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import { type AudioDemand, audioDemands, type WithheldAudio } from '../listener.ts';

/** A consumer of a call's audio: a recorder, a transcriber, live listening. The detector gets it another way, see `Listener`. */
export interface AudioSubscriber {
  /** For the log. */
  readonly name: string;
  /** `everything` by default. It may get more than it wants. */
  readonly wants?: AudioDemand;
  /**
   * 8 kHz mono s16, 20 ms. The frame is shared with the other subscribers: never write to it. The next one comes once the
   * promise has settled; a subscriber that returns none gets every frame at once.
   * @param lateMs by how much it came later than it was heard.
   */
  take(frame: Int16Array, lateMs: number): Promise<void> | void;
  /**
   * Called before the next frame with the number of frames that were dropped because the subscriber was too slow, or withheld because it
   * did not want them.
   */
  miss?(frames: number): void;
}

/** Ten seconds. */
const defaultQueueFrames = 500;
/** One line per outage, not one per frame. */
const reportDropsEveryMs = 10_000;
const frameSamples = 160;
const frameMs = 20;

/**
 * Hands each frame to any number of subscribers. None of them waits for another, and the socket waits for none of them: each has its own
 * queue, and when that is full its oldest frames are dropped.
 */
export class AudioFanOut {
  readonly #subscriptions = new Set<Subscription>();
  readonly #log: Log;
  readonly #onDemand: (demand: AudioDemand | undefined) => void;
  #demand: AudioDemand | undefined;

  /** @param onDemand called when the subscribers together want more or less than before; undefined once the last one has left. */
  constructor(log: Log, onDemand: (demand: AudioDemand | undefined) => void = () => undefined) {
    this.#log = log;
    this.#onDemand = onDemand;
  }

  /** @returns the function that ends the subscription; what is queued for it then is dropped. */
  subscribe(subscriber: AudioSubscriber, queueFrames: number = defaultQueueFrames): () => void {
    const subscription = new Subscription(subscriber, queueFrames, this.#log);
    this.#subscriptions.add(subscription);
    this.reviewDemand();
    return () => {
      subscription.end();
      if (this.#subscriptions.delete(subscription)) this.reviewDemand();
    };
  }

  /** What the subscribers want together; undefined without any. */
  get demand(): AudioDemand | undefined {
    return this.#demand;
  }

  /** To be called when a subscriber wants more or less than before. */
  reviewDemand(): void {
    const wanted = [...this.#subscriptions].map(({ wants }) => wants);
    const demand = audioDemands.findLast((each) => wanted.includes(each));
    if (demand === this.#demand) return;
    this.#demand = demand;
    this.#onDemand(demand);
  }

  push(frame: Int16Array, lateMs = 0): void {
    // A set may change while it is iterated: a subscriber added meanwhile gets this frame too, one that left does not.
    for (const subscription of this.#subscriptions) subscription.push({ frame, lateMs });
  }

  /** Only for subscribers that want speech. Any others have just subscribed, and begin with the next frame. */
  pushWithheld({ lost, kept, lateMs }: WithheldAudio): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.wants === 'everything') continue;
      if (lost > 0) subscription.push({ lost });
      for (let n = 0; n * frameSamples < kept.length; n++) {
        const frame = kept.subarray(n * frameSamples, (n + 1) * frameSamples);
        subscription.push({ frame, lateMs: lateMs - n * frameMs });
      }
    }
  }
}

interface Heard {
  frame: Int16Array;
  lateMs: number;
}

/** Frames that were withheld. */
interface Gap {
  lost: number;
}

class Subscription {
  readonly #subscriber: AudioSubscriber;
  readonly #queueFrames: number;
  readonly #log: Log;
  readonly #queue: (Heard | Gap)[] = [];
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

  get wants(): AudioDemand {
    return this.#subscriber.wants ?? 'everything';
  }

  push(audio: Heard | Gap): void {
    if (this.#ended) return;
    if (!this.#busy) return this.#hand(audio);
    if (this.#queue.length >= this.#queueFrames) {
      const dropped = this.#queue.shift();
      this.#dropped += dropped !== undefined && 'lost' in dropped ? dropped.lost : 1;
      this.#reportDrops();
    }
    this.#queue.push(audio);
  }

  end(): void {
    this.#ended = true;
    this.#queue.length = 0;
  }

  #hand(audio: Heard | Gap): void {
    try {
      if ('lost' in audio) {
        this.#dropped += audio.lost;
        return;
      }
      if (this.#dropped > 0) this.#subscriber.miss?.(this.#dropped);
      this.#dropped = 0;
      const taking = this.#subscriber.take(audio.frame, audio.lateMs);
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
      const audio = this.#queue.shift();
      if (audio === undefined) return;
      this.#hand(audio);
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
