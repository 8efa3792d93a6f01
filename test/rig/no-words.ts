import type { Transcriber } from '../../src/calls/words/transcriber.ts';
import { AppError } from '../../src/domain/errors.ts';

/** Recognises nothing. */
export const noWords: Transcriber = {
  engine: undefined,
  async open() {
    throw new AppError('unavailable', 'nobody is understood here');
  },
};
