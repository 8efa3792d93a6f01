import { pauseToken, spokenTokens } from './key-mentions.ts';
import type { LanguageTable } from './language.ts';

/**
 * Whether a text refuses what was sent before it: "that is not a valid option". It says so as a fact, not of a case ("if you do not
 * hear your option"), of a choice ("to try again press one") or of another day ("try again later"). Where it stands tells nothing: the
 * menu that the key cut short may be heard in one breath with it.
 */
export function saysRefusal(text: string, { phrases: { invalid, noRefusal } }: LanguageTable): boolean {
  const clauses = spokenTokens(text).join(' ').split(pauseToken);
  return clauses.some((clause) =>
    invalid.some((pattern) =>
      [...clause.matchAll(new RegExp(pattern, 'g'))].some(
        ({ index }) => !noRefusal.test(clause.slice(0, index)),
      ),
    ),
  );
}
