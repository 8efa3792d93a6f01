import type { CallPulse } from '../../calls/desk.ts';
import { viewPulse } from '../../contract/events.ts';
import type { EventStream } from './event-stream.ts';

const everyMs = 1_000;

/** Sends a pulse each second to the streams that asked for it; the timer runs only while there are any. */
export class PulseClock {
  readonly #pulses: () => readonly CallPulse[];
  readonly #nowMs: () => number;
  readonly #streams = new Set<EventStream>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pulses: () => readonly CallPulse[], nowMs: () => number) {
    this.#pulses = pulses;
    this.#nowMs = nowMs;
  }

  /** @returns the unsubscribe function. */
  add(stream: EventStream): () => void {
    this.#streams.add(stream);
    this.#timer ??= setInterval(() => this.#beat(), everyMs).unref();
    return () => {
      this.#streams.delete(stream);
      if (this.#streams.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    const nowMs = this.#nowMs();
    const texts = new Map(
      this.#pulses().map((pulse) => [pulse.callId, JSON.stringify(viewPulse(pulse, nowMs))]),
    );
    if (texts.size === 0) return;
    for (const stream of this.#streams) stream.pulse(texts);
  }
}
