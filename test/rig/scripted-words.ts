import type {
  RecognitionOptions,
  Speaker,
  Transcriber,
  RecognisedSpeech,
  Utterance,
} from '../../src/calls/words/transcriber.ts';

/** A recogniser whose words come from the test. */
export class ScriptedTranscriber implements Transcriber {
  readonly engine = 'scripted';
  readonly recognises: RecognisedSpeech;
  runsForEveryCall = false;
  /** Recognitions at work, the newest last. */
  readonly atWork: RecognitionOptions[] = [];

  constructor(recognises: RecognisedSpeech = 'speech') {
    this.recognises = recognises;
  }

  /** Delays every recognition opened from now on. */
  waits: Promise<void> | undefined;
  opened = 0;
  /** Called when no more audio will come. */
  finishes: (() => Promise<void>) | undefined;

  async open(options: RecognitionOptions) {
    await this.waits;
    this.opened += 1;
    this.atWork.push(options);
    return {
      take: (): void => undefined,
      miss: (): void => undefined,
      finish: async (): Promise<void> => this.finishes?.(),
      close: async (): Promise<void> => void this.atWork.splice(this.atWork.indexOf(options), 1),
    };
  }

  /** The far end of the newest call, or its owner, says it now. */
  say(text: string, given: Partial<Utterance> = {}, speaker: Speaker = 'far'): void {
    const nowMs = this.#of(speaker)?.now?.() ?? Date.now();
    const utterance = { text, startedAtMs: nowMs - 2000, endedAtMs: nowMs, isFinal: true, confidence: null };
    this.#of(speaker)?.heard({ ...utterance, ...given });
  }

  /** The engine of the newest call fails. */
  fail(reason: string): void {
    this.#of('far')?.failed(reason);
  }

  #of(speaker: Speaker): RecognitionOptions | undefined {
    return this.atWork.findLast((each) => each.speaker === speaker);
  }
}
