import { fold } from '../menu-speech/language.ts';
import { english } from '../menu-speech/english.ts';
import { stemOf } from './same-words.ts';
import { goods } from './examples/goods.ts';
import { homes } from './examples/homes.ts';
import { money } from './examples/money.ts';
import { people } from './examples/people.ts';
import { services } from './examples/services.ts';

/**
 * What menus offer, and what callers say who want it. A heading names a trade; a line has wordings of an option, between slashes, and
 * after the bar what callers say, between semicolons. English only.
 */
const texts = [money, services, goods, people, homes];

/** Words that stand in any sentence. */
const empty = new Set([
  ...english.hollow,
  ...english.common,
  ...'i my me he she it its his her hers him us as at by on so up out off over into than too no not do does don can t s ll m re ve could should there here what want like get just please let am be'.split(
    ' ',
  ),
]);

/** The stems that say something. */
export function stemsOf(text: string): Set<string> {
  return new Set(
    fold(text)
      .split(' ')
      .filter((word) => word.length > 1 && !empty.has(word))
      .map(stemOf),
  );
}

/** Each as the stems of its line; together they are what callers call for. */
export const matters: readonly ReadonlySet<string>[] = texts
  .flatMap((text) => text.split('\n'))
  .filter((line) => line.includes('|'))
  .map(stemsOf);
