/** The pause between two turns; audio waits in the sockets meanwhile. With 20 ms, 10 calls took twice the processor time. */
const restMs = 100;
/** The same while somebody listens live, or waits for the words of one or two calls. */
const shortRestMs = 40;
/** The same while a socket is being opened, which takes several messages in a row. */
const awakeMs = 20;

export interface TurnNeeds {
  /** Incremented and notified with every message to this thread. */
  alarm: Int32Array;
  work: () => void;
  /** How to spend the time until the next turn; undefined: no further turn. */
  pace: () => 'rest' | 'short rest' | 'awake' | undefined;
}

/**
 * Lets this thread sleep between turns instead of waking for every packet of every call: it then reads all sockets
 * and judges everything with warm caches. Sleeping blocks the event loop, so this is for a thread that has nothing
 * else to do; a message to it ends the sleep.
 */
export class Turns {
  readonly #needs: TurnNeeds;
  #running = false;
  #dueAtMs = 0;
  #heardAlarm = 0;

  constructor(needs: TurnNeeds) {
    this.#needs = needs;
  }

  /** Must be called whenever there may be work again. */
  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#turn();
  }

  #turn(): void {
    const pace = this.#needs.pace();
    if (performance.now() >= this.#dueAtMs) {
      this.#dueAtMs = performance.now() + restOf(pace);
      this.#needs.work();
    }
    if (pace === undefined) {
      this.#running = false;
      return;
    }
    if (pace === 'awake') {
      setTimeout(() => this.#turn(), awakeMs);
      return;
    }
    this.#sleep();
    // The next turn comes after all pending input was read.
    setImmediate(() => this.#turn());
  }

  #sleep(): void {
    const { alarm } = this.#needs;
    const count = Atomics.load(alarm, 0);
    const leftMs = this.#dueAtMs - performance.now();
    // A message that came since the last sleep may not have been read yet.
    if (count === this.#heardAlarm && leftMs > 0) Atomics.wait(alarm, 0, count, leftMs);
    this.#heardAlarm = count;
  }
}

function restOf(pace: ReturnType<TurnNeeds['pace']>): number {
  if (pace === 'short rest') return shortRestMs;
  return pace === 'awake' ? awakeMs : restMs;
}
