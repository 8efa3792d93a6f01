import type { LanguageTable } from './language.ts';
import { firstWords, withoutMarks } from './marked-words.ts';
import { pauseToken } from './spoken-tokens.ts';

/** The key that ends a number; empty if none is asked for. */
export type EndKey = '#' | '*' | '';

/** How far from "followed by" its key is named. */
const endWords = 8;

/** The key that a number is to end with. Other keys are options, such as the way back. */
export function endKeyIn(behind: string, { endKeys }: LanguageTable): EndKey {
  for (const sentence of behind.split(pauseToken).map((each) => withoutMarks(each).join(' '))) {
    const sent = firstKey(sentence, endKeys);
    if (sent !== null && endKeys.sends.test(sent.behind) && !endKeys.unlike.test(sent.before))
      return sent.key;
    for (const { index, 0: after } of sentence.matchAll(new RegExp(endKeys.after, 'g'))) {
      const before = sentence.slice(0, index);
      const follows = firstWords(sentence.slice(index + after.length), endWords);
      // "Press pound WHEN FINISHED."
      const key = firstKey(follows, endKeys) ?? (endKeys.done.test(after) ? firstKey(before, endKeys) : null);
      if (key === null) continue;
      const isUnlike =
        endKeys.unlike.test(before + after + key.before) || startsWith(key.behind, endKeys.unlike);
      if (!isUnlike) return key.key;
    }
  }
  return '';
}

interface KeySaid {
  key: '#' | '*';
  before: string;
  behind: string;
}

function firstKey(said: string, { pound, star }: LanguageTable['endKeys']): KeySaid | null {
  const [hash, asterisk] = [pound.exec(said), star.exec(said)];
  const isHash = hash !== null && (asterisk === null || hash.index < asterisk.index);
  const found = isHash ? hash : asterisk;
  if (found === null) return null;
  const behind = said.slice(found.index + found[0].length).replace(/^ (?:key|sign|button|taste)\b/, '');
  return { key: isHash ? '#' : '*', before: said.slice(0, found.index), behind: behind.trim() };
}

function startsWith(said: string, pattern: RegExp): boolean {
  return pattern.exec(said)?.index === 0;
}
