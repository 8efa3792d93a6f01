import { withoutOffer } from '../menu-speech/conditions.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';

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

/** Nothing fits. A survey that is declined leaves the menu behind it as likely to fit as before. */
export function pressForRest(option: MenuOption, reason: string): Press {
  const move = press(option, reason);
  return option.text === withoutOffer ? move : { ...move, isForRest: true };
}
