import fc from 'fast-check';
import { AppError } from '../../src/domain/errors.ts';

/** Any text: all of Unicode, control characters, half surrogates, and text that looks like syntax. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.stringMatching(/^[+0-9 ().\-;,@&*#\r\n\u0660-\u0669\uff10-\uff19]{0,30}$/),
  fc.constantFrom('__proto__', 'constructor', '${SHELL(id)}', '\u202e', '\ud800', '../..', '%00'),
);

/** The outcome of a validator: a value, or a refusal; anything else that is thrown is a defect. */
export function outcome<T>(work: () => T): { value: T } | { refusal: AppError } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return { refusal: error };
    throw error;
  }
}
