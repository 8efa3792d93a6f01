import { AppError } from '../domain/errors.ts';
import { partialsAtMs } from '../transcription/sherpa/moonshine.ts';
import type { LabelledCall } from './labelled-call.ts';
import { readText } from './named-file.ts';
import { repeatableRandom } from './repeatable-random.ts';
import type { TimelyWords } from './timely-words.ts';
import { understoodAfter } from './understand.ts';

/** A recogniser gets a little of the audio before a voice, and a sentence ends with this pause. */
const leadSeconds = 0.24;
const pauseSeconds = 0.5;
/** The word being said is not recognised yet. */
const lastWordSeconds = 0.1;
const wordsPerSecond = 2.8;
/** One of this many texts of about the right length is chosen. */
const choices = 6;
/** Words that are nearer than this to a person's speech are the person's. */
const slackSeconds = 0.3;

/** Lines such as "agent: Hello?", as in training/phrases. @throws AppError `invalid` */
export function readAgentTexts(file: string): string[] {
  const texts = readText(file)
    .split(/\r?\n/)
    .flatMap((line) => /^agent: (.+)$/.exec(line)?.[1] ?? []);
  if (texts.length === 0) throw new AppError('invalid', `no line of ${file} begins with "agent: "`);
  return texts;
}

/**
 * The words that would have been recognised in a call if its persons had said what agents say, at the pace of their own words, and a
 * recogniser had made no errors.
 */
export function asAgents(
  call: LabelledCall,
  words: readonly TimelyWords[],
  texts: readonly string[],
): TimelyWords[] {
  const others = words.filter(({ startedAt, endedAt }) =>
    call.humans.every(
      (each) => startedAt >= each.end + slackSeconds || endedAt <= each.first_word - slackSeconds,
    ),
  );
  const random = repeatableRandom(hashOf(call.id));
  return [
    ...others,
    ...turnsOf(call).flatMap(([from, to]) => said(from, to, chooseText(texts, to - from, random()))),
  ];
}

/** Where the persons speak; pauses within a sentence are included. */
function turnsOf({ humans, speech }: LabelledCall): [number, number][] {
  const turns: [number, number][] = [];
  for (const [from, to] of speech) {
    if (!humans.some(({ first_word, end }) => from >= first_word - 0.1 && to <= end + 0.1)) continue;
    const last = turns.at(-1);
    if (last !== undefined && from - last[1] < pauseSeconds) last[1] = to;
    else turns.push([from, to]);
  }
  return turns;
}

function chooseText(texts: readonly string[], seconds: number, random: number): string {
  const distance = (text: string): number => Math.abs(text.split(' ').length - seconds * wordsPerSecond);
  const near = texts.toSorted((one, other) => distance(one) - distance(other)).slice(0, choices);
  return near[Math.floor(random * near.length)]!;
}

/** As recognised while it is being said, and once more when it is over. */
function said(from: number, to: number, text: string): TimelyWords[] {
  const words = text.split(' ');
  const startedAt = from - leadSeconds;
  const partials = partialsAtMs.flatMap((ms) => {
    const endedAt = startedAt + ms / 1000;
    if (endedAt >= to) return [];
    const share = Math.max(0, endedAt - lastWordSeconds - from) / (to - from);
    const beginning = words.slice(0, Math.floor(words.length * share)).join(' ');
    const knownAt = endedAt + understoodAfter(ms / 1000);
    return beginning === '' ? [] : [{ startedAt, endedAt, text: beginning, isFinal: false, knownAt }];
  });
  const knownAt = to + pauseSeconds + understoodAfter(to - startedAt);
  return [...partials, { startedAt, endedAt: to, text, isFinal: true, knownAt }];
}

/** FNV-1a. */
function hashOf(name: string): number {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619) >>> 0;
  return hash;
}
