import { joinSounds } from '../audio/join.ts';

/** An ear is asked about this many frames at a time: 160 ms, which are five windows of Silero's. */
export const voiceFrames = 8;

/** Tells voices from other sounds, more reliably than by their level, but a little later. */
export interface VoiceEar {
  /**
   * @param samples `voiceFrames` frames of 8 kHz mono s16.
   * @returns for each 20 ms whether it holds a voice; undefined if that cannot be told. Never rejects.
   */
  hear(samples: Int16Array): Promise<readonly boolean[] | undefined>;
}

/** 20 ms of sound. */
export interface Frame {
  readonly samples: Int16Array;
  readonly db: number;
  /** Whether an ear hears a voice in it; undefined if none was asked, or none has answered yet. */
  isVoice?: boolean;
}

/** Marks frames with what an ear hears in them. */
export class EarNotes {
  readonly #ear: VoiceEar;
  #batch: Frame[] = [];
  #noted: Promise<void> = Promise.resolve();

  constructor(ear: VoiceEar) {
    this.#ear = ear;
  }

  take(frame: Frame): void {
    this.#batch.push(frame);
    if (this.#batch.length < voiceFrames) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#noted = Promise.all([this.#noted, this.#note(batch)]).then(() => undefined);
  }

  /** Drops the audio since the ear was last asked: it is not worth asking about. */
  skip(): void {
    this.#batch = [];
  }

  /** Resolves once the ear has answered everything. */
  async settle(): Promise<void> {
    await this.#noted;
  }

  async #note(batch: readonly Frame[]): Promise<void> {
    const sound = batch.map(({ samples }) => samples);
    const voices = await this.#ear.hear(joinSounds(Int16Array, sound));
    for (const [n, frame] of batch.entries()) {
      const isVoice = voices?.[n];
      if (isVoice !== undefined) frame.isVoice = isVoice;
    }
  }
}
