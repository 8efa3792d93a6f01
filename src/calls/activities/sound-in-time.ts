import { AppError } from '../../domain/errors.ts';
import type { Speech } from '../speech.ts';
import { waitFor } from '../waiting.ts';

/** How long the owner and the person may be kept waiting for a voice to be synthesised. */
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
