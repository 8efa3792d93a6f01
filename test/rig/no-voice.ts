import type { Speech } from '../../src/calls/speech.ts';
import { AppError } from '../../src/domain/errors.ts';

/** Plays Asterisk's own sounds and synthesises nothing. */
export const noVoice: Speech = {
  async media(text) {
    if (text.startsWith('sound:')) return text;
    throw new AppError('unavailable', 'there is no voice here');
  },
};
