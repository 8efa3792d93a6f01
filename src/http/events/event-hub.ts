import type { Journal } from '../../calls/store.ts';
import { viewEvent } from '../../contract/events.ts';
import type { StoredEvent } from '../../domain/events.ts';

/** An event and its serialised text, made once for all clients. */
export interface Message {
  event: StoredEvent;
  text: Buffer;
}

export interface Subscriber {
  /** One batch in id order; never empty. */
  deliver(messages: readonly Message[]): void;
}

/**
 * Events published within a few milliseconds go to each client in one write; with 200 clients and 1,000 events a
 * second, one write per event would cost more than a core. The first event after a pause goes out at once.
 */
const flushMs = 8;

/** Fans the journal's live events out to the clients of the event stream. */
export class EventHub {
  readonly #subscribers = new Set<Subscriber>();
  readonly #unsubscribe: () => void;
  #waiting: Message[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushedAtMs = 0;

  constructor(journal: Pick<Journal, 'subscribe'>) {
    this.#unsubscribe = journal.subscribe((event) => {
      this.#publish(event);
    });
  }

  get size(): number {
    return this.#subscribers.size;
  }

  /** Delivers from the next event on. @returns the unsubscribe function. */
  add(subscriber: Subscriber): () => void {
    // Events published before this moment go to the earlier subscribers only.
    this.#flush();
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  close(): void {
    this.#unsubscribe();
    this.#flush();
    clearTimeout(this.#timer);
  }

  #publish(event: StoredEvent): void {
    if (this.#subscribers.size === 0) return;
    this.#waiting.push(toMessage(event));
    if (this.#timer !== undefined) return;
    const pauseMs = performance.now() - this.#flushedAtMs;
    // At least one turn of the event loop, so that the events of one transaction go out together.
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, flushMs - pauseMs));
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushedAtMs = performance.now();
    if (this.#waiting.length === 0) return;
    const messages = this.#waiting;
    this.#waiting = [];
    for (const subscriber of this.#subscribers) subscriber.deliver(messages);
  }
}

export function toMessage(event: StoredEvent): Message {
  return { event, text: Buffer.from(JSON.stringify(viewEvent(event))) };
}
