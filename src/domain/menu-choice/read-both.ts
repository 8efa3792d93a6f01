import { type Prompt, readPrompt } from '../menu-speech/read-prompt.ts';
import { combineHearings } from './hearings.ts';

/**
 * A prompt whose sound was read twice. The readings have different words wrong, so both count. The one that offers more keys is shown, or
 * the first if they offer the same number.
 */
export function readBoth(text: string, reread: string): Prompt {
  const [first, second] = [readPrompt(text), readPrompt(reread)];
  const isFuller = first.number === null && second.options.length > first.options.length;
  const shown = isFuller ? second : first;
  return { ...shown, readings: combineHearings([first.options, second.options]) };
}
