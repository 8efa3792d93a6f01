import { answers } from './conditions.ts';
import type { LanguageTable } from './language.ts';
import { isKey, isTrailer, type Sentence } from './spoken-tokens.ts';

/** May stand before the word that asks for the key. */
const polite = 'please kindly just simply then bitte einfach dann por favor solo simplemente veuillez'.split(
  ' ',
);

/**
 * "Do you need a refill? Press one." says what "if you need a refill press one" says, and is written like that: the question belongs to the
 * key after it, however long it is.
 */
export function askedAsConditions(sentences: readonly Sentence[], table: LanguageTable): Sentence[] {
  const written: Sentence[] = [];
  for (const said of sentences) {
    const question = written.at(-1);
    const sentence = { ...said, words: asRequest(said.words, question?.isQuestion === true, table) };
    const behind = question?.isQuestion === true ? keyOfQuestion(sentence.words, table) : undefined;
    if (question === undefined || behind === undefined) written.push(sentence);
    else
      written[written.length - 1] = {
        ...sentence,
        words: [...asCondition(question.words, table), ...behind],
      };
  }
  return written;
}

/** "That's four", after a question or after "for customs", is "press four". */
function asRequest(words: string[], isAnswer: boolean, table: LanguageTable): string[] {
  const [key] = words.slice(-1);
  let to = words.length - 1;
  while (to > 0 && table.fillers.includes(words[to - 1] ?? '')) to -= 1;
  const from = [to - 3, to - 2, to - 1].find(
    (at) => at >= 0 && table.states.test(words.slice(at, to).join(' ')),
  );
  if (key === undefined || !isKey(key, table) || from === undefined) return words;
  const mayAsk = from === 0 ? isAnswer : table.starts.includes(words[0] ?? '');
  return mayAsk ? [...words.slice(0, from), table.press[0] ?? '', key] : words;
}

/** "Press one", "if so, press one and …": from the word that asks for the key on. "Press one for yes" needs its question. */
function keyOfQuestion(words: readonly string[], table: LanguageTable): string[] | undefined {
  const ask = words.findIndex((word) => table.press.includes(word) || table.weakPress.includes(word));
  if (ask < 0) return undefined;
  const before = words.slice(table.starts.includes(words[0] ?? '') ? 1 : 0, ask);
  const rest = before.filter((word) => !polite.includes(word)).join(' ');
  if (rest !== '' && !answers.yes.test(rest)) return undefined;
  const key = words.findIndex((word, at) => at > ask && isKey(word, table));
  const isAsked = key >= 0 && words.slice(ask + 1, key).every((word) => table.fillers.includes(word));
  if (!isAsked) return undefined;
  let behind = key + 1;
  while (isTrailer(words[behind], table)) behind += 1;
  const answer = words.slice(behind + (table.starts.includes(words[behind] ?? '') ? 1 : 0));
  const isAnswer = (count: number): boolean => {
    const said = answer.slice(0, count).join(' ');
    return answers.yes.test(said) || answers.no.test(said);
  };
  return isAnswer(1) || isAnswer(2) || isMenu(words.slice(behind), table) ? undefined : words.slice(ask);
}

/** "Where would you like to go? Press one FOR SALES, TWO FOR SUPPORT": the question is about all of them. */
function isMenu(words: readonly string[], table: LanguageTable): boolean {
  const begins = (word = ''): boolean => table.starts.includes(word) || table.startsHeardAs.includes(word);
  return (
    begins(words[0]) &&
    !isKey(words.at(-1), table) &&
    words.some((word, at) => at > 0 && isKey(word, table) && begins(words[at + 1]))
  );
}

function asCondition(words: readonly string[], { questions, starts }: LanguageTable): string[] {
  const said = words.join(' ');
  const [question, condition] = questions.find(([pattern]) => pattern.test(said)) ?? [];
  if (starts.includes(words[0] ?? '') || question === undefined) return [...words];
  return said.replace(question, condition ?? '').split(' ');
}
