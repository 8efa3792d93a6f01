import type { MenuOption } from '../../domain/menu-speech/parse-menu.ts';

export interface MenuQuestion {
  intent: string;
  company: string;
  transcript: string;
  options: readonly MenuOption[];
}

/** Chooses in menus in place of the tables. Its answer is only an opinion: a call presses nothing that was not offered. */
export interface MenuDecider {
  /**
   * @returns the digits of one of the options and why, or undefined if none fits.
   * @throws AppError `unavailable`, `bad_upstream`
   */
  decide(
    question: MenuQuestion,
    signal: AbortSignal,
  ): Promise<{ digits: string; reason: string } | undefined>;
}
