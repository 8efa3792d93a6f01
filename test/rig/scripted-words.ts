import type { Recognition, RecognitionOptions, Transcriber } from '../../src/calls/words.ts';

/** Understands what the test says that the far end says. */
export class ScriptedWords implements Transcriber {
  readonly engine = 'scripted';
  /** Recognitions that are open. */
  openCount = 0;
  #current: RecognitionOptions | undefined;

  async open(options: RecognitionOptions): Promise<Recognition> {
    this.#current = options;
    this.openCount += 1;
    return {
      take: () => undefined,
      miss: () => undefined,
      close: async () => void (this.openCount -= 1),
    };
  }

  /** One utterance, as the engine of the newest call hears it. */
  say(text: string, { isFinal = true } = {}): void {
    if (this.#current === undefined || this.openCount === 0) throw new Error('nobody wants words');
    const nowMs = Date.now();
    this.#current.heard({ text, startedAtMs: nowMs - 1000, endedAtMs: nowMs, isFinal, confidence: null });
  }

  fail(reason: string): void {
    this.#current?.failed(reason);
  }
}
