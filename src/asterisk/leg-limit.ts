import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AriLink } from './ari-link.ts';

/**
 * The time limit of a channel that Asterisk itself enforces. It holds for a channel that is not dialled yet, dialled, in Stasis, in
 * a bridge, and while silence or a sound is sent (Asterisk 22.10, each case was tried). Only digits are sent to their end first,
 * which takes 16 s at most.
 */
const variable = 'TIMEOUT(absolute)';

/** The app, unless it is dead, ends the call first and says why. */
const marginSeconds = 5;
/** No leg is without a limit: the longest MAX_CALL_MINUTES. */
const longestSeconds = 86_400;

/** The variables of a channel that is about to be created. */
export function endingAfter(maxSeconds: number = longestSeconds): Record<string, string> {
  return { [variable]: (maxSeconds + marginSeconds).toFixed(3) };
}

/** The variables with which a channel ends when `channelId` does at the latest; none when that has no limit. */
export async function endingWith(
  channelId: string,
  link: AriLink,
  log: Log,
): Promise<Record<string, string>> {
  try {
    const { value } = await link.request('channels.getChannelVar', { channelId, variable });
    return Number(value) > 0 ? { [variable]: value } : {};
  } catch (thrown) {
    // The other channel ends with its socket as well, and hearing the call matters more.
    log.debug('no limit is known', { channelId, error: describeError(thrown) });
    return {};
  }
}
