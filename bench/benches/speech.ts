import { differences } from '../../src/calls/words/repeated-lines.ts';
import { officeNoise } from '../../test/sound/office.ts';
import type { Bench, Stage } from '../bench.ts';
import type { Report } from '../report.ts';
import { percent } from '../report.ts';
import { median, quantile } from '../statistics.ts';
import { type Candidate, candidates, FedRecogniser, type RecogniserUsage } from '../words/fed-recogniser.ts';
import { type Prompt, readPrompts } from '../words/prompts.ts';
import { common, keysOf, wordsOf } from '../words/words-and-keys.ts';

/** Office noise this far below the prompt: an ordinary office, and one that is hard to talk in. */
const officesDb = [10, 5] as const;
const noiseAroundSeconds = 1.5;

interface Heard {
  prompt: Prompt;
  words: string[];
  afterMs: number;
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
): Promise<{ heard: Heard[]; usages: RecogniserUsage[] }> {
  const heard: Heard[] = [];
  const usages: RecogniserUsage[] = [];
  const { promptsInProcess } = candidate;
  for (let n = 0; n < prompts.length; n += promptsInProcess) {
    const recogniser = await FedRecogniser.open(candidate);
    stage.atEnd(() => recogniser.close());
    for (const prompt of prompts.slice(n, n + promptsInProcess)) {
      const { text, afterMs } = await recogniser.hear(prompt.samples, noiseSeconds);
      heard.push({ prompt, words: wordsOf(text), afterMs });
      if (heard.length % 40 === 0) stage.progress(`${heard.length} of ${prompts.length}`);
    }
    usages.push(await recogniser.usage());
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

interface Result {
  name: string;
  heard: readonly Heard[];
  usages: readonly RecogniserUsage[];
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
  const errors = heard.reduce((sum, { prompt, words }) => sum + differences(prompt.words, words), 0);
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
