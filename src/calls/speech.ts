import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';

/** Speech synthesis for calls. */
export interface Speech {
  /**
   * What Asterisk plays for `text`: a `sound:…` as it is, a `file:…` of the configuration as it was recorded, anything else as the
   * voice says it. @throws AppError `unavailable`, `invalid` (nothing in it can be said)
   */
  media(text: string, signal?: AbortSignal): Promise<string>;
}

/** Played when a text cannot be synthesised, or a sound cannot be played; one of Asterisk's own sounds. */
export const plainGreeting = 'sound:one-moment-please';

/** As `media`, but a text that cannot be synthesised is replaced by a plain sound. Never rejects. */
export async function mediaOrPlain(
  { speech, log }: { speech: Speech; log: Pick<Log, 'warn'> },
  { text, leg, signal }: { text: string; leg: string; signal?: AbortSignal },
): Promise<string> {
  try {
    return await speech.media(text, signal);
  } catch (error) {
    if (signal?.aborted !== true) log.warn('a text was not said', { leg, why: describeError(error) });
    return plainGreeting;
  }
}
