import { parseMenu } from '../../domain/menu-speech/parse-menu.ts';

/** A shorter part of a menu may also be the end of another one. */
const shortestSpanMs = 2000;
/** The time of a word is estimated from its place in the text, and what is said before the menu must stay outside. */
const marginMs = 300;

/** An utterance of a prompt. */
export interface SpokenText {
  text: string;
  /** As understood in a second reading; the same text if there was none. */
  reread: string;
  startedAtMs: number;
  endedAtMs: number;
}

export function textOf(said: readonly SpokenText[]): string {
  return said.map(({ text }) => text).join('\n');
}

/**
 * When the part of a prompt that names all options was said (epoch ms), so that its sound can be recognised in another call. What precedes
 * it is left out: the greeting may differ in the evening, and a refusal is said only after a wrong key.
 */
export function spanOf(said: readonly SpokenText[]): { fromMs: number; toMs: number } | undefined {
  const all = parseMenu(textOf(said)).length;
  const first = said.findLastIndex((_one, index) => parseMenu(textOf(said.slice(index))).length === all);
  const [from, to] = [said[all === 0 ? 0 : first], said.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  const fromMs = all === 0 ? from.startedAtMs : firstOptionMs(from, said.slice(first + 1), all);
  return { fromMs: Math.min(fromMs, to.endedAtMs - shortestSpanMs), toMs: to.endedAtMs };
}

/** Estimates when the first of `all` options begins, which the first utterance and those that follow it name. */
function firstOptionMs(
  { text, startedAtMs, endedAtMs }: SpokenText,
  following: readonly SpokenText[],
  all: number,
): number {
  const words = text.split(/\s+/);
  const rest = textOf(following);
  const before = words.findLastIndex(
    (_word, index) => parseMenu(`${words.slice(index).join(' ')}\n${rest}`).length === all,
  );
  return before <= 0
    ? startedAtMs
    : startedAtMs + (before / words.length) * (endedAtMs - startedAtMs) + marginMs;
}
