import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Recognition, Utterance } from '../../src/calls/words/words.ts';
import { openCacheFolder } from '../../src/provision/cache-folder.ts';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';
import type { TranscriptionEngine } from '../../src/transcription/engine.ts';
import { Moonshine } from '../../src/transcription/sherpa/moonshine.ts';
import { PocketSphinx } from '../../src/transcription/pocketsphinx/pocketsphinx.ts';
import { officeNoise } from '../../test/sound/office.ts';
import type { Bench, Stage } from '../bench.ts';
import { readUsage } from '../process-usage.ts';
import type { Report } from '../report.ts';
import { percent } from '../report.ts';
import { median, quantile } from '../statistics.ts';
import { type Prompt, readPrompts } from '../words/prompts.ts';
import { common, keysOf, wordErrors, wordsOf } from '../words/word-errors.ts';

/** Office noise this far below the prompt: an ordinary office, and one that is hard to talk in. */
const officesDb = [10, 5] as const;
const noiseAroundSeconds = 1.5;
/** How long the last words of a prompt may come after its last sound. */
const longestWaitMs = 7000;
const frameSamples = 160;
const models = fileURLToPath(new URL('../../src/transcription/models', import.meta.url));
const boot = fileURLToPath(new URL('../../src/transcription/program-boot.mjs', import.meta.url));

interface Candidate {
  name: string;
  /** Prompts per process: a recogniser may adapt to a line. */
  promptsInProcess: number;
  /** Whether it can report its last words and then take more audio. */
  finishesStretches: boolean;
  open(started: (child: ChildProcess) => void): TranscriptionEngine;
}

const candidates: readonly Candidate[] = [
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
        transform: `${models}/telephone.mllr`,
      }),
  },
];

interface Heard {
  prompt: Prompt;
  words: string[];
  afterMs: number;
}

interface Usage {
  cpuSeconds: number;
  residentBytes: number;
  audioSeconds: number;
}

/** Measures how well menus are understood: Asterisk's English prompts, which the recogniser has not learned from. */
export const speech: Bench = {
  name: 'speech',
  title: 'Menus in words',
  page: 'speech.md',
  async run(stage) {
    const prompts = await readPrompts();
    stage.progress(`${prompts.length} prompts`);
    const menus = prompts.filter(({ words }) => keysOf(words).length > 0);
    const results: Result[] = [];
    for (const candidate of candidates) {
      stage.progress(candidate.name);
      const { heard, usages } = await hearAll(candidate, prompts, stage);
      const inOffices: Heard[][] = [];
      for (const db of officesDb) {
        stage.progress(`${menus.length} of them in an office, ${db} dB below`);
        const inOffice = menus.map((prompt) => ({ ...prompt, samples: inAnOffice(prompt.samples, db) }));
        inOffices.push((await hearAll(candidate, inOffice, stage, noiseAroundSeconds)).heard);
      }
      results.push({ name: candidate.name, heard, usages, inOffices });
    }
    return report(results);
  },
};

/** @param noiseSeconds how much of each prompt's end is noise. */
async function hearAll(
  candidate: Candidate,
  prompts: readonly Prompt[],
  stage: Stage,
  noiseSeconds = 0,
): Promise<{ heard: Heard[]; usages: Usage[] }> {
  const heard: Heard[] = [];
  const usages: Usage[] = [];
  const { promptsInProcess } = candidate;
  for (let n = 0; n < prompts.length; n += promptsInProcess) {
    const ear = await Ear.open(candidate);
    stage.atEnd(() => ear.close());
    for (const prompt of prompts.slice(n, n + promptsInProcess)) {
      const { text, afterMs } = await ear.hear(prompt.samples, noiseSeconds);
      heard.push({ prompt, words: wordsOf(text), afterMs });
      if (heard.length % 40 === 0) stage.progress(`${heard.length} of ${prompts.length}`);
    }
    usages.push(await ear.usage());
    await stage.clear();
  }
  return { heard, usages };
}

/** The prompt with office noise, which also precedes and follows it. */
function inAnOffice(samples: Int16Array, officeDb: number): Int16Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const lead = noiseAroundSeconds * 8000;
  const all = new Int16Array(samples.length + 2 * lead);
  all.set(samples, lead);
  const level = (Math.sqrt(power) / 32_767) * 10 ** (-officeDb / 20);
  const noise = officeNoise(all.length / 8000, level);
  return all.map((sample, n) => Math.max(-32_767, Math.min(32_767, sample + (noise[n] ?? 0) * 32_767)));
}

/** A recogniser that gets prompt after prompt, faster than real time. */
class Ear {
  readonly #candidate: Candidate;
  #nowMs = 0;
  #audioMs = 0;
  #heard: Utterance[] = [];
  #told: () => void = () => undefined;
  #recognition!: Recognition;
  #child!: ChildProcess;

  private constructor(candidate: Candidate) {
    this.#candidate = candidate;
  }

  static async open(candidate: Candidate): Promise<Ear> {
    const ear = new Ear(candidate);
    const engine = candidate.open((child) => (ear.#child = child));
    ear.#recognition = await engine.open({
      callId: 'bench',
      speaker: 'far',
      now: () => ear.#nowMs,
      heard(utterance) {
        ear.#heard.push(utterance);
        ear.#told();
      },
      failed: (reason) => console.error(reason),
    });
    return ear;
  }

  close(): Promise<void> {
    return this.#recognition.close();
  }

  /** @returns the recognised words, and how long after the last sound they came. */
  async hear(samples: Int16Array, noiseSeconds: number): Promise<{ text: string; afterMs: number }> {
    this.#heard = [];
    await this.#push(room(8000));
    await this.#push(samples);
    const endMs = this.#nowMs - noiseSeconds * 1000;
    this.#audioMs += (samples.length / 8000) * 1000;
    const givenAt = performance.now();
    await this.#push(room(8000));
    let atMs = givenAt;
    if (this.#candidate.finishesStretches) {
      await this.#recognition.finish?.();
      return { text: this.#text, afterMs: performance.now() - givenAt };
    }
    // Waits for its last words, or long enough that none will come.
    while ((this.#heard.at(-1)?.endedAtMs ?? 0) < endMs - 900) {
      const came = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), longestWaitMs);
        this.#told = () => {
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

  async usage(): Promise<Usage> {
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

/** As quiet as a line between two prompts. */
function room(samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_none, n) => ((n * 7919) % 7) - 3);
}

interface Result {
  name: string;
  heard: readonly Heard[];
  usages: readonly Usage[];
  /** What was recognised of the prompts that name keys, in each office. */
  inOffices: readonly (readonly Heard[])[];
}

function report(results: readonly Result[]): Report {
  const [{ heard }] = results as [Result];
  const { said } = countKeys(heard);
  const labels = [
    'wrong words',
    'prompts without any error',
    `"press" or "dial" and its key, found of ${said}`,
    'of those it found, right',
    ...officesDb.flatMap((db) => [
      `the same in an office ${db} dB below the prompts: found`,
      'of those it found there, right',
    ]),
    'processor time of a second of speech, reading its models included',
    'memory',
    'words after the last sound, faster than spoken: median, 95 %',
  ];
  const figures = results.map(figuresOf);
  return {
    goals: [],
    tables: [
      {
        columns: [
          `${heard.length} prompts of Asterisk, ${wordsIn(heard)} words`,
          ...results.map(({ name }) => name),
        ],
        rows: labels.map((label, n) => [label, ...figures.map((each) => each[n] ?? '')]),
      },
    ],
    notes: [
      'A process of pocketsphinx hears 4 prompts, as in a call: it gets used to a line. Moonshine hears each stretch from a clean slate, in one process for all.',
      'The prompts are a voice and a studio that neither the transform nor the language model has learned from; the language model is of common menu English, some phrases of which they share. What Moonshine learned from is not published in full.',
    ],
  };
}

function figuresOf({ heard, usages, inOffices }: Result): string[] {
  const cpuSeconds = usages.reduce((sum, each) => sum + each.cpuSeconds, 0);
  const audioSeconds = usages.reduce((sum, each) => sum + each.audioSeconds, 0);
  const megabytes = Math.max(...usages.map(({ residentBytes }) => residentBytes)) / 1e6;
  const errors = heard.reduce((sum, { prompt, words }) => sum + wordErrors(prompt.words, words), 0);
  const exact = heard.filter(({ prompt, words }) => prompt.words.join(' ') === words.join(' ')).length;
  const { said, found, right } = countKeys(heard);
  const offices = inOffices.map(countKeys);
  const after = heard.map(({ afterMs }) => afterMs).filter((each) => each > 0);
  return [
    percent(errors / wordsIn(heard)),
    percent(exact / heard.length, 0),
    percent(right / said, 0),
    percent(right / found, 0),
    ...offices.flatMap((each) => [
      percent(each.right / each.said, 0),
      percent(each.right / Math.max(1, each.found), 0),
    ]),
    percent(cpuSeconds / audioSeconds),
    `${megabytes.toFixed(0)} MB`,
    `${median(after).toFixed(0)}, ${quantile(after, 0.95).toFixed(0)} ms`,
  ];
}

function wordsIn(heard: readonly Heard[]): number {
  return heard.reduce((sum, { prompt }) => sum + prompt.words.length, 0);
}

function countKeys(heard: readonly Heard[]): { said: number; found: number; right: number } {
  const keys = heard.map(({ prompt, words }) => [keysOf(prompt.words), keysOf(words)] as const);
  return {
    said: keys.reduce((sum, [each]) => sum + each.length, 0),
    found: keys.reduce((sum, [, each]) => sum + each.length, 0),
    right: keys.reduce((sum, [a, b]) => sum + common(a, b), 0),
  };
}
