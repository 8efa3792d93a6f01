import { createInterface } from 'node:readline';
import { AppError } from '../domain/errors.ts';
import type { LabelledCall } from './labelled-call.ts';
import type { Heard } from './listen.ts';
import { clockTime } from './timeline.ts';

/** Asks one question and returns the answer; undefined when there is nobody to answer. */
export type Ask = (question: string) => Promise<string | undefined>;
type AskUntilAnswered = (question: string) => Promise<string>;

type Span = [from: number, to: number];

const yes = /^(y|yes)$/i;
const no = /^(n|no|)$/i;
const spanForm = /^(\S+?)\s*(?:-|–|\s)\s*(\S+)$/;
const timeForm = /^(?:(\d+):)?(\d+(?:\.\d+)?)$/;

/** Asks the owner of a recorded call who was on it: first about each ring, then who was missed. */
export async function labelCall(id: string, heard: Heard, ask: Ask): Promise<LabelledCall> {
  const { seconds } = heard;
  const answerTo: AskUntilAnswered = async (question) => {
    const answer = await ask(question);
    if (answer === undefined)
      throw new AppError('invalid', `${id}: the answers ended, and nothing was written for this call`);
    return answer;
  };
  const persons: Span[] = [];
  for (const [from] of heard.rings) {
    const isSaid = persons.some(([start, end]) => start - 2 <= from && from <= end);
    if (isSaid) continue;
    const at = clockTime(from);
    if (await agrees(answerTo, `${id}: the phone would have rung at ${at}. Was a person there? [y/N] `))
      persons.push(await spanOf(answerTo, 'From the first word to the last, like 1:02.4-1:30: ', seconds));
  }
  for (;;) {
    const answer = await ask(`${id}: ${persons.length} persons. Another one, like 1:02.4-1:30, or nothing: `);
    if (answer === undefined || answer.trim() === '') break;
    persons.push(readSpan(answer, seconds) ?? (await spanOf(answerTo, 'Like 1:02.4-1:30: ', seconds)));
  }
  persons.sort(([a], [b]) => a - b);
  return {
    id,
    scenario: 'own',
    duration: seconds,
    segments: persons.map(([start, end]) => ({ start, end, label: 'live_human' })),
    humans: persons.map(([first_word, end]) => ({ first_word, end })),
    speech: [],
  };
}

async function agrees(answerTo: AskUntilAnswered, question: string): Promise<boolean> {
  for (;;) {
    const answer = (await answerTo(question)).trim();
    if (yes.test(answer)) return true;
    if (no.test(answer)) return false;
  }
}

async function spanOf(answerTo: AskUntilAnswered, question: string, seconds: number): Promise<Span> {
  for (;;) {
    const span = readSpan(await answerTo(question), seconds);
    if (span !== undefined) return span;
  }
}

/** Reads "1:02.4-1:30", or seconds. Undefined if it is not a span, or lies outside the call. */
function readSpan(text: string, seconds: number): Span | undefined {
  const [, first, last] = spanForm.exec(text.trim()) ?? [];
  const from = readTime(first);
  const to = readTime(last);
  return from !== undefined && to !== undefined && from < to && to <= seconds + 1 ? [from, to] : undefined;
}

function readTime(text = ''): number | undefined {
  const found = timeForm.exec(text);
  return found ? Number(found[1] ?? 0) * 60 + Number(found[2]) : undefined;
}

/** Answers from the terminal, or from what is piped in. */
export function terminalAsk(): { ask: Ask; close: () => void } {
  const terminal = createInterface({ input: process.stdin });
  const lines = terminal[Symbol.asyncIterator]();
  return {
    async ask(question) {
      process.stdout.write(question);
      const { value, done } = await lines.next();
      return done === true ? undefined : value;
    },
    close: () => terminal.close(),
  };
}
