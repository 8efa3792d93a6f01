import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { Hearing } from './hearing.ts';

/** What was said without a pause, as a recogniser understood it. */
export interface Utterance {
  text: string;
  /** Epoch ms, of the sound. */
  startedAtMs: number;
  endedAtMs: number;
  /** Whether the text will change no more. */
  isFinal: boolean;
  /** 0..1; null where the engine gives none. */
  confidence: number | null;
}

export interface RecognitionOptions {
  callId: string;
  /** In their order; a partial one is followed by a later version of itself. */
  heard(utterance: Utterance): void;
  /** Once, when nothing more will be recognised: the engine is away, was killed, or answers nonsense. */
  failed(reason: string): void;
}

/** One engine at work on one side of one call. */
export interface Recognition {
  /** 8 kHz mono s16, 20 ms. The next frame comes once the promise has settled. */
  take(frame: Int16Array): Promise<void> | void;
  /** Frames were dropped since the engine was too slow: so much time has passed. */
  miss(frames: number): void;
  /** Nothing is heard any more. Never rejects. */
  close(): Promise<void>;
}

/** Makes words of sound. */
export interface Transcriber {
  /** Undefined where no engine is configured. */
  readonly engine: string | undefined;
  /** @throws AppError `unavailable` */
  open(options: RecognitionOptions): Promise<Recognition>;
}

interface CallWordsNeeds {
  callId: string;
  transcriber: Transcriber;
  audio: Hearing['audio'];
  /** That what is said is not understood, and why. */
  onFault(reason: string): void;
  log: Log;
}

/** What the far end of one call says, in words. The engine works only while somebody wants them. */
export class CallWords {
  readonly #needs: CallWordsNeeds;
  readonly #followers = new Set<(utterance: Utterance) => void>();
  #recognition: Promise<Recognition | undefined> | undefined;
  #leave: () => void = () => undefined;
  #hasFailed = false;

  constructor(needs: CallWordsNeeds) {
    this.#needs = needs;
  }

  /** Whether words can come: an engine is configured, and has not failed in this call. */
  get areHeard(): boolean {
    return this.#needs.transcriber.engine !== undefined && !this.#hasFailed;
  }

  /** @returns the function that ends the subscription. */
  subscribe(follower: (utterance: Utterance) => void): () => void {
    this.#followers.add(follower);
    if (this.areHeard) this.#recognition ??= this.#open();
    return () => {
      if (this.#followers.delete(follower) && this.#followers.size === 0) void this.#close();
    };
  }

  async stop(): Promise<void> {
    this.#followers.clear();
    await this.#close();
  }

  async #open(): Promise<Recognition | undefined> {
    const { callId, transcriber, audio } = this.#needs;
    try {
      const recognition = await transcriber.open({
        callId,
        heard: (utterance) => {
          for (const follower of [...this.#followers]) follower(utterance);
        },
        failed: (reason) => this.#fail(reason),
      });
      this.#leave = audio.subscribe({
        name: 'transcription',
        take: (frame) => recognition.take(frame),
        miss: (frames) => recognition.miss(frames),
      });
      return recognition;
    } catch (error) {
      this.#fail(describeError(error));
      return undefined;
    }
  }

  #fail(reason: string): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#needs.log.warn('what is said is not understood', { call: this.#needs.callId, why: reason });
    this.#needs.onFault(reason);
    void this.#close();
  }

  async #close(): Promise<void> {
    const closing = this.#recognition;
    this.#recognition = undefined;
    const recognition = await closing;
    this.#leave();
    this.#leave = () => undefined;
    await recognition?.close();
  }
}
