import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Recognition, Utterance } from '../../src/calls/words/transcriber.ts';
import { openCacheFolder } from '../../src/provision/cache-folder.ts';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';
import type { TranscriptionEngine } from '../../src/transcription/engine.ts';
import { Moonshine } from '../../src/transcription/sherpa/moonshine.ts';
import { PocketSphinx } from '../../src/transcription/pocketsphinx/pocketsphinx.ts';
import { readUsage } from '../process-usage.ts';
import { betweenPrompts } from './prompts.ts';

/** How long the last words of a prompt may come after its last sound. */
const longestWaitMs = 7000;
const frameSamples = 160;
const models = fileURLToPath(new URL('../../src/transcription/models', import.meta.url));
const boot = fileURLToPath(new URL('../../src/transcription/program-boot.mjs', import.meta.url));

/** A recogniser to compare. */
export interface Candidate {
  name: string;
  /** Prompts per process: a recogniser may adapt to a line. */
  promptsInProcess: number;
  /** Whether it can report its last words and then take more audio. */
  finishesStretches: boolean;
  open(started: (child: ChildProcess) => void): TranscriptionEngine;
}

export const candidates: readonly Candidate[] = [
  {
    name: 'moonshine',
    promptsInProcess: Infinity,
    finishesStretches: true,
    open: (started) =>
      new Moonshine({
        openCache: openCacheFolder,
        start(folder) {
          const child = spawn(process.execPath, [boot, './sherpa/moonshine-program.ts', folder], {
            stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
          });
          started(child);
          return child;
        },
        lingerMs: 0,
      }),
  },
  {
    name: 'pocketsphinx',
    promptsInProcess: 4,
    finishesStretches: false,
    open: (started) =>
      new PocketSphinx({
        open: () => openPocketSphinx(() => undefined),
        start(command, args) {
          const child = spawn(command, args, { stdio: 'pipe' });
          started(child);
          return child;
        },
        languageModel: `${models}/menu.lm`,
        temporaryFolder: tmpdir(),
        transform: `${models}/telephone.mllr`,
      }),
  },
];

export interface RecogniserUsage {
  cpuSeconds: number;
  residentBytes: number;
  audioSeconds: number;
}

/** A recogniser that gets prompt after prompt, faster than real time. */
export class FedRecogniser {
  readonly #candidate: Candidate;
  #nowMs = 0;
  #audioMs = 0;
  #heard: Utterance[] = [];
  #wordsCame: () => void = () => undefined;
  #recognition!: Recognition;
  #child!: ChildProcess;

  private constructor(candidate: Candidate) {
    this.#candidate = candidate;
  }

  static async open(candidate: Candidate): Promise<FedRecogniser> {
    const fed = new FedRecogniser(candidate);
    const engine = candidate.open((child) => (fed.#child = child));
    fed.#recognition = await engine.open({
      callId: 'bench',
      speaker: 'far',
      now: () => fed.#nowMs,
      heard(utterance) {
        fed.#heard.push(utterance);
        fed.#wordsCame();
      },
      failed: (reason) => console.error(reason),
    });
    return fed;
  }

  close(): Promise<void> {
    return this.#recognition.close();
  }

  /** @returns the recognised words, and how long after the last sound they came. */
  async hear(samples: Int16Array, noiseSeconds: number): Promise<{ text: string; afterMs: number }> {
    this.#heard = [];
    await this.#push(betweenPrompts());
    await this.#push(samples);
    const endMs = this.#nowMs - noiseSeconds * 1000;
    this.#audioMs += (samples.length / 8000) * 1000;
    const givenAt = performance.now();
    await this.#push(betweenPrompts());
    let atMs = givenAt;
    if (this.#candidate.finishesStretches) {
      await this.#recognition.finish?.();
      return { text: this.#text, afterMs: performance.now() - givenAt };
    }
    // Waits for its last words, or long enough that none will come.
    while ((this.#heard.at(-1)?.endedAtMs ?? 0) < endMs - 900) {
      const came = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), longestWaitMs);
        this.#wordsCame = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
      if (!came) break;
      atMs = performance.now();
    }
    return { text: this.#text, afterMs: atMs - givenAt };
  }

  get #text(): string {
    return this.#heard.map(({ text }) => text).join(' ');
  }

  async usage(): Promise<RecogniserUsage> {
    const { cpuSeconds, residentBytes } = await readUsage(this.#child.pid ?? 0);
    return { cpuSeconds, residentBytes, audioSeconds: this.#audioMs / 1000 };
  }

  async #push(samples: Int16Array): Promise<void> {
    for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
      this.#nowMs += 20;
      void this.#recognition.take(samples.subarray(at, at + frameSamples));
      // The voice detection has to keep up.
      await this.#recognition.settle?.();
    }
  }
}
