import { withoutOffer } from '../menu-speech/conditions.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { languageNamed } from './allowed-options.ts';
import { isForTheRest } from './for-whom.ts';
import * as tables from './topics.ts';
import { says, wordsOf } from './what-texts-say.ts';

/** What to do about a prompt. */
export type Move =
  | Press
  | { do: 'ask_owner'; reason: string }
  /** Nothing is certain enough yet, and menus continue or repeat. `seconds`: how long to wait for that. */
  | { do: 'hear_again'; reason: string; seconds: number }
  | { do: 'wait'; reason: string };

export interface Press {
  do: 'press';
  digits: string;
  reason: string;
  /** Label of the fact that the digits come from. */
  fact?: string;
  /** What was chosen, where options were offered. */
  option?: MenuOption;
  /** It is what the call is about, and not merely the best of what was offered. */
  isFit?: boolean;
  /** It is chosen for what the call is about, be it a guess. */
  isForIntent?: true;
  /** It leads to more options, whatever these are for. */
  isFurther?: true;
  /** Nothing fits, and it is for everything else, or leads to a person. */
  isForRest?: true;
  /** It leads back to a menu that was heard before. */
  isBack?: true;
  /** It is pressed because nothing fits. */
  isForWant?: true;
}

export function press(option: MenuOption, reason: string, isFit = false): Press {
  return { do: 'press', digits: option.digits, reason, option, isFit };
}

/**
 * Nothing fits. A survey that is declined, and a notice that concerns others, leave the menu behind them as likely to fit as before.
 * @param offered all that the menu offers
 */
export function pressForRest(option: MenuOption, reason: string, offered: readonly MenuOption[]): Press {
  const move = press(option, reason);
  return option.text === withoutOffer || isBesideNotice(option, offered)
    ? move
    : { ...move, isForRest: true };
}

/** "If you are calling about the recall, press 1. For all other calls, press 2": the main menu is behind that. */
function isBesideNotice(option: MenuOption, offered: readonly MenuOption[]): boolean {
  const others = offered
    .filter(({ digits }) => digits !== option.digits)
    .map(({ text }) => wordsOf(text))
    .filter((words) => languageNamed(words) === undefined);
  return (
    isForTheRest(wordsOf(option.text)) &&
    others.length > 0 &&
    others.every((words) => says(words, tables.noticeWords))
  );
}
