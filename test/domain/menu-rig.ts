import { chooseOption } from '../../src/domain/menu-choice/choose-option.ts';
import { noMemory, remember } from '../../src/domain/menu-choice/menu-memory.ts';
import type { Move } from '../../src/domain/menu-choice/move.ts';
import { type Caller, nextMove } from '../../src/domain/menu-choice/next-move.ts';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';

export const caller = {
  intent: 'dispute a charge',
  facts: [{ label: 'Account number', value: '4411-2200' }],
};

/** @returns the key of the option that a call with this intent and without facts chooses. */
export const chosen = (intent: string, menu: string): string | undefined =>
  chooseOption({ intent, facts: [] }, parseMenu(menu))?.option.digits;

/** What a call does about one prompt after the other. */
export function walk(said: readonly string[], who: Caller = caller): Move[] {
  let memory = noMemory;
  return said.map((transcript) => {
    const prompt = readPrompt(transcript);
    const move = nextMove(prompt, memory, who);
    memory = remember(memory, prompt, move);
    return move;
  });
}

/** The digits that are pressed, and what is done instead. */
export const shown = (moves: readonly Move[]): string[] =>
  moves.map((move) => (move.do === 'press' ? move.digits : move.do));

/** The memory of a call that heard and answered a prompt. */
export function remembering(transcript: string, who: typeof caller): typeof noMemory {
  const prompt = readPrompt(transcript);
  return remember(noMemory, prompt, nextMove(prompt, noMemory, who));
}
