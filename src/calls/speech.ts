import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { waitFor } from './waiting.ts';

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

/** How long somebody may be kept waiting for a voice to be synthesised. */
const voiceSeconds = 2;

/** What Asterisk plays for `text`. @throws AppError `unavailable` when it was not synthesised in time. @throws Interrupted */
export async function soundInTime(speech: Speech, text: string, signal: AbortSignal): Promise<string> {
  const sound = await waitFor<string | Error>(signal, voiceSeconds, (settle) => {
    speech.media(text, signal).then(settle, settle);
    return () => undefined;
  });
  if (sound === 'timeout') throw new AppError('unavailable', `no voice within ${voiceSeconds} s`);
  if (sound instanceof Error) throw sound;
  return sound;
}

/** As `media`, but a text that cannot be synthesised, or not in time, is replaced by a plain sound. Never rejects. */
export async function mediaOrPlain(
  { speech, log }: { speech: Speech; log: Pick<Log, 'warn'> },
  { text, leg, signal = new AbortController().signal }: { text: string; leg: string; signal?: AbortSignal },
): Promise<string> {
  try {
    return await soundInTime(speech, text, signal);
  } catch (error) {
    if (!signal.aborted) log.warn('a text was not said', { leg, why: describeError(error) });
    return plainGreeting;
  }
}
