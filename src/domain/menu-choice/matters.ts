import { fold } from '../menu-speech/language.ts';
import { english } from '../menu-speech/english.ts';
import { banking } from './examples/banking.ts';
import { driving } from './examples/driving.ts';
import { goingOut } from './examples/going-out.ts';
import { goods } from './examples/goods.ts';
import { health } from './examples/health.ts';
import { homes } from './examples/homes.ts';
import { housing } from './examples/housing.ts';
import { insurance } from './examples/insurance.ts';
import { journeys } from './examples/journeys.ts';
import { money } from './examples/money.ts';
import { networks } from './examples/networks.ts';
import { people } from './examples/people.ts';
import { publicOffices } from './examples/public-offices.ts';
import { services } from './examples/services.ts';
import { shops } from './examples/shops.ts';
import { taxesAndDebts } from './examples/taxes-and-debts.ts';
import { telephony } from './examples/telephony.ts';
import { utilities } from './examples/utilities.ts';
import { stemOf } from './same-words.ts';

/**
 * What menus offer, and what callers say who want it. A heading names a trade; a line has wordings of an option, between slashes, and
 * after the bar what callers say, between semicolons. English only.
 */
const texts = [
  banking,
  driving,
  goingOut,
  goods,
  health,
  homes,
  housing,
  insurance,
  journeys,
  money,
  networks,
  people,
  publicOffices,
  services,
  shops,
  taxesAndDebts,
  telephony,
  utilities,
];

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

let known: readonly ReadonlySet<string>[] | undefined;

/** Each as the stems of its line; together they are what callers call for. Read when a menu first needs them: a tenth of a second. */
export function matters(): readonly ReadonlySet<string>[] {
  known ??= texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.includes('|'))
    .map(stemsOf);
  return known;
}
