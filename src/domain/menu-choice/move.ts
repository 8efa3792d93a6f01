import type { MenuOption } from '../menu-speech/parse-menu.ts';

/** What to do about a prompt. */
export type Move =
  /**
   * `fact`: label of the fact that the digits come from; `option`: the chosen option, where options were offered; `isFit`: the option is
   * what the call is about, not merely the best there is; `isFurther`: it leads to more options, whatever these are for; `isBack`: it leads back to a menu that was
   * heard before; `isOnly`: it is all that is offered.
   */
  | {
      do: 'press';
      digits: string;
      reason: string;
      fact?: string;
      option?: MenuOption;
      isFit?: boolean;
      isFurther?: true;
      isBack?: true;
      isOnly?: true;
    }
  | { do: 'ask_owner'; reason: string }
  /** Nothing is sure enough yet, and menus go on or repeat. `seconds`: how long to wait for that. */
  | { do: 'hear_again'; reason: string; seconds: number }
  | { do: 'wait'; reason: string };
