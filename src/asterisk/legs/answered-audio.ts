import { AppError, describeError } from '../../domain/errors.ts';
import { pause } from '../ari/deadline.ts';
import type { LegContext } from './leg-channel.ts';

/** What audio an answered channel has, as far as that matters. */
export type AnsweredAudio = 'none' | 'plain' | 'encrypted';

/** How soon Asterisk is asked again when it did not say. */
const askAgainMs = 1000;

/**
 * Asterisk calls a leg answered although it has no audio, or no encrypted audio where only that was offered (both observed).
 * @param options.gone aborted once the channel is gone.
 * @returns undefined when the leg or Asterisk went away before it was known; `plain` where that is not known and does not matter.
 */
export async function findAudio(
  channelId: string,
  { link, log }: LegContext,
  { gone, mustBeEncrypted }: { gone: AbortSignal; mustBeEncrypted: boolean },
): Promise<AnsweredAudio | undefined> {
  while (!gone.aborted && link.down === undefined) {
    try {
      const variable = 'CHANNEL(rtp,secure)';
      const { value } = await link.request('channels.getChannelVar', { channelId, variable });
      return value === '1' ? 'encrypted' : 'plain';
    } catch (thrown) {
      log.debug('no audio is known of', { leg: channelId, error: describeError(thrown) });
      const code = thrown instanceof AppError ? thrown.code : undefined;
      // Asterisk refuses to read it from a channel without audio, with 500.
      if (code === 'bad_upstream') return 'none';
      // The end of the channel is reported.
      if (code === 'not_found') return undefined;
      // A missing answer says nothing; only a call that must be encrypted waits for one.
      if (code !== 'unavailable' || !mustBeEncrypted) return 'plain';
      await pause(askAgainMs, gone);
    }
  }
  return undefined;
}

/** @returns undefined if the leg can be used. */
export function whyUnusable(audio: AnsweredAudio, mustBeEncrypted: boolean): string | undefined {
  if (mustBeEncrypted && audio !== 'encrypted')
    return 'it answered without encrypted audio (SRTP), which is required';
  return audio === 'none' ? 'it answered without audio, or without an audio format in common' : undefined;
}
