import { MenuMeanings, type SentenceEncoder } from '../../../src/calls/hearing/menu-meanings.ts';
import {
  type MenuMemory,
  noMemory,
  optionsOf,
  remember,
  rememberHearing,
} from '../../../src/domain/menu-choice/menu-memory.ts';
import { nextMove } from '../../../src/domain/menu-choice/next-move.ts';
import { type Prompt, readPrompt } from '../../../src/domain/menu-speech/read-prompt.ts';
import type { Menu, SpokenCompany } from '../companies/spoken-company.ts';
import type { Errand } from '../errands.ts';

export const endings = ['right queue', 'a person', 'the owner', 'wrong queue', 'never'] as const;
export type Ending = (typeof endings)[number];

export interface Arrival {
  errand: Errand;
  ending: Ending;
  /** The queue, or why there is none. */
  where: string;
  /** The keys pressed, and why. */
  steps: string[];
}

/** What is understood of a menu. @param before sentences that were said before it */
export type RecognisedSpeech = (menu: string, before: readonly string[]) => Prompt;

const refusal = 'That is not a valid option. Please try again.';
/** More prompts than any call has. */
const maxPrompts = 40;
const maxRepeats = 2;

/** Each menu is understood exactly as written, which measures the choice alone. */
export function asWritten({ menus }: SpokenCompany): RecognisedSpeech {
  return (menu, before) => readPrompt([...before, ...menus[menu]!.says].join('\n'));
}

/** Takes an errand through a company's menus. @param sentences undefined: texts are compared by their words alone */
export async function walk(
  { menus }: { menus: Readonly<Record<string, Menu>> },
  errand: Errand,
  understand: RecognisedSpeech,
  sentences: SentenceEncoder | undefined,
): Promise<Arrival> {
  const { intent, facts = [], right } = errand;
  const steps: string[] = [];
  const arrive = (ending: Ending, where: string): Arrival => ({ errand, ending, where, steps });
  let [place = ''] = Object.keys(menus);
  let memory: MenuMemory = noMemory;
  const meanings = new MenuMeanings(sentences);
  let [isRefused, repeats] = [false, 0];
  for (let prompts = 0; prompts < maxPrompts; prompts++) {
    const menu = menus[place];
    if (menu === undefined) {
      if (right?.test(place) === true) return arrive('right queue', place);
      return arrive(place.endsWith('operator') ? 'a person' : 'wrong queue', place);
    }
    const prompt = understand(place, isRefused ? [refusal] : []);
    memory = rememberHearing(memory, prompt);
    await meanings.compute(intent, optionsOf(prompt));
    const move = nextMove(
      prompt,
      memory,
      { intent, facts, meanings },
      { mayHearAgain: repeats < maxRepeats },
    );
    isRefused = false;
    memory = remember(memory, prompt, move);
    if (move.do === 'hear_again') repeats += 1;
    else repeats = 0;
    if (move.do === 'ask_owner') {
      const isOwners = right === undefined && move.reason.includes('is asked for');
      return arrive(isOwners ? 'right queue' : 'the owner', move.reason);
    }
    if (move.do === 'wait') place = menu.otherwise ?? place;
    if (move.do !== 'press') continue;
    steps.push(`${move.digits}: ${move.reason}`);
    const next = behind(menu, move.digits);
    isRefused = next === undefined;
    place = next ?? place;
  }
  return arrive('never', `nowhere after ${maxPrompts} prompts`);
}

/** Where digits lead; undefined if the menu refuses them. */
function behind({ keys = {}, number, otherwise }: Menu, digits: string): string | undefined {
  if (number === undefined) return keys[digits];
  return digits.replace(/\D/g, '').length > 1 ? number.to : otherwise;
}
