export const voices = ['rms', 'slt', 'awb', 'kal'] as const;

/** Companies whose menus were written as American call centres word theirs, before any of them was heard. */
export interface SpokenCompany {
  /** The first eight digits of its numbers; each errand dials a number of its own. */
  prefix: string;
  /** Of flite. */
  voice: (typeof voices)[number];
  /** Between two sentences. */
  pauseMs: number;
  /** The first is where calls arrive. */
  menus: Readonly<Record<string, SpokenMenu>>;
}

/** Where a call comes next: a menu of the company, or else a queue. A queue of people for everything ends in "operator". */
type Target = string;

export interface Menu {
  keys?: Readonly<Record<string, Target>>;
  /** It takes so many digits, or fewer and the pound key. */
  number?: { digits: number; to: Target };
  /** Where callers who press nothing are sent; without it they hear the menu again. */
  otherwise?: Target;
}

export interface SpokenMenu extends Menu {
  /** Its sentences. */
  says: readonly string[];
}

/** A company whose menus Asterisk's own English prompts speak. */
export interface PromptCompany {
  /** As a spoken company's. */
  prefix: string;
  /** The first is where calls arrive. */
  menus: Readonly<Record<string, PromptMenu>>;
}

export interface PromptMenu extends Menu {
  /** Names of Asterisk's sounds, played one after another. */
  prompts: readonly string[];
}
