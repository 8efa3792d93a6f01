import type { Transcriber } from '../../src/calls/words.ts';
import { AppError } from '../../src/domain/errors.ts';

/** Understands nobody. */
export const noWords: Transcriber = {
  engine: undefined,
  async open() {
    throw new AppError('unavailable', 'nobody is understood here');
  },
};
