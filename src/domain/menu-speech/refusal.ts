import { pauseToken, spokenTokens } from './key-mentions.ts';
import type { LanguageTable } from './language.ts';
import { keysIn } from './parse-menu.ts';

/**
 * Whether a text refuses what was sent before it: "that is not a valid option". It says so as a fact, not of a case ("if you do not
 * hear your option"), of a choice ("to try again press one") or of another day ("try again later"), and first of all: one key may stand
 * before it, which is the one that it refuses or the end of a menu that was still playing.
 */
export function saysRefusal(text: string, table: LanguageTable): boolean {
  const tokens = spokenTokens(text);
  const [, secondKey] = keysIn(tokens, table);
  const clauses = tokens.slice(0, secondKey?.from).join(' ').split(pauseToken);
  const { invalid, noRefusal } = table.phrases;
  return clauses.some((clause) =>
    invalid.some((pattern) =>
      [...clause.matchAll(new RegExp(pattern, 'g'))].some(
        ({ index }) => !noRefusal.test(clause.slice(0, index)),
      ),
    ),
  );
}
