/** The last 85 ms at 48 kHz: a reading once a second shows whether somebody speaks. */
const samples = 4096;

/** How loud a microphone is, where the statistics of a connection do not say: Firefox's do not. */
export class MicrophoneLevel {
  readonly #context = new AudioContext();
  readonly #analyser = new AnalyserNode(this.#context, { fftSize: samples });
  readonly #heard = new Float32Array(samples);
  #source: MediaStreamAudioSourceNode | undefined;

  follow(microphone: MediaStream): void {
    this.#source?.disconnect();
    this.#source = this.#context.createMediaStreamSource(microphone);
    this.#source.connect(this.#analyser);
  }

  /** @returns 0 to 1. */
  read(): number {
    this.#analyser.getFloatTimeDomainData(this.#heard);
    return this.#heard.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
  }

  close(): void {
    void this.#context.close().catch(() => undefined);
  }
}
