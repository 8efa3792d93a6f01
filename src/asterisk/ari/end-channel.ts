import { AppError, describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { AriRequests } from './ari-link.ts';
import type { AriOperations } from './ari-operations.ts';
import { pause } from './deadline.ts';

const firstRetryMs = 1000;
const longestRetryMs = 30_000;

export interface ChannelEnding {
  /** The reason that the other side is told. */
  how?: Omit<AriOperations['channels.hangup']['params'], 'channelId'>;
  /** Aborted once the channel is gone. */
  gone?: AbortSignal;
}

/**
 * Hangs up a channel, and repeats the request until Asterisk accepts it: a channel that stays would ring for nobody, or cost money until
 * its limit. Stops once the channel is gone or Asterisk is away; Asterisk must then be told when it is back. Never rejects.
 * @returns `not told` if it stopped before Asterisk had accepted the request.
 */
export async function endChannel(
  channelId: string,
  { link, log }: { link: AriRequests; log: Log },
  { how = {}, gone }: ChannelEnding = {},
): Promise<'hung up' | 'not there' | 'not told'> {
  let retryMs = firstRetryMs;
  while (link.down === undefined && gone?.aborted !== true) {
    try {
      await link.request('channels.hangup', { ...how, channelId });
      return 'hung up';
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'not_found') return 'not there';
      log.warn('a channel is not hung up yet', { channelId, error: describeError(thrown) });
      await pause(retryMs, gone);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
  }
  return 'not told';
}
