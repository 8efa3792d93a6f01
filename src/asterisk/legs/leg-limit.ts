import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { AriRequests } from '../ari/ari-link.ts';

/**
 * A channel's time limit, enforced by Asterisk itself. It holds before the dial, while dialling, in Stasis, in a bridge, and while silence
 * or a sound is sent (each case tried on Asterisk 22.10). The only exception are digits: they are sent to the end first, which takes 16 s
 * at most.
 */
const variable = 'TIMEOUT(absolute)';

/** While the app is running, it ends the call first and says why. So does Asterisk's CANCEL, before a phone ends its ringing itself. */
const marginSeconds = 5;
/** Every leg has a limit: at most the largest MAX_CALL_MINUTES. */
const longestSeconds = 86_400;

/** The variables for a channel about to be created. */
export function endingAfter(maxSeconds: number = longestSeconds): Record<string, string> {
  return { [variable]: (maxSeconds + marginSeconds).toFixed(3) };
}

/**
 * Variables with which an INVITE says how long it is good for (RFC 3261, section 13.2.1): a phone that changes its network while it rings
 * does not get the CANCEL, and would ring on after the call is over.
 */
export function ringingFor(seconds: number): Record<string, string> {
  return { 'PJSIP_HEADER(add,Expires)': String(Math.ceil(seconds) + marginSeconds) };
}

/** Variables that end a channel no later than `channelId` ends; none when that one has no limit. */
export async function endingWith(
  channelId: string,
  link: AriRequests,
  log: Log,
): Promise<Record<string, string>> {
  try {
    const { value } = await link.request('channels.getChannelVar', { channelId, variable });
    return Number(value) > 0 ? { [variable]: value } : {};
  } catch (thrown) {
    // Not an error: the other channel ends with its socket as well, and hearing the call matters more.
    log.debug('no limit is known', { channelId, error: describeError(thrown) });
    return {};
  }
}
