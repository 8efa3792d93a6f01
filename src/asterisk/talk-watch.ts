import type { Leg } from '../calls/telephony.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AriRequests } from './ari/ari-link.ts';
import { pause } from './ari/deadline.ts';
import { endChannel } from './ari/end-channel.ts';
import { endingWith } from './legs/leg-limit.ts';
import { parseName, watchNames } from './legs/leg-names.ts';

/**
 * How long one side of a talk waits for the app after the other has hung up. This is longer than a restart takes, and longer than the app
 * waits for a browser that lost its page.
 */
const defaultGraceSeconds = 60;
/** Pauses before looking again for a watch that Asterisk may start late; together longer than the grace period. */
const lateLooksSeconds = [5, 10, 20, 40];

export interface TalkWatchesNeeds {
  link: AriRequests;
  log: Log;
  graceSeconds?: number | undefined;
}

/**
 * Channels in Asterisk's dialplan ([talk-watch] in asterisk-config/gateway/extensions.conf), one for each talk. They act while no app does:
 * when one side has hung up, the other is hung up after the grace period. However else a talk ends, the app ends its watch.
 */
export class TalkWatches {
  readonly #needs: TalkWatchesNeeds;
  /** Those that should be there, by channel id. */
  readonly #wanted = new Set<string>();

  constructor(needs: TalkWatchesNeeds) {
    this.#needs = needs;
  }

  /** Never fails, since a talk works without its watch, too. @returns the function that ends it; its promise never rejects either. */
  begin(callId: string, sides: readonly [Leg, Leg]): () => Promise<void> {
    const halves = watchNames(callId);
    for (const id of halves) this.#wanted.add(id);
    let mayStartLate = false;
    const opening = this.#open(halves, sides).catch((thrown: unknown) => {
      // A request that is not answered in time may still be carried out.
      mayStartLate = thrown instanceof AppError && thrown.code === 'unavailable';
      if (sides.some(({ state }) => state === 'gone')) return;
      this.#needs.log.warn('the watch of a talk did not start', {
        call: callId,
        error: describeError(thrown),
      });
    });
    return async () => {
      for (const id of halves) this.#wanted.delete(id);
      await opening;
      const ended = await this.#end(halves[0]);
      if (mayStartLate && ended === 'not there') void this.#endLate(halves[0]);
    };
  }

  /** After Asterisk was away: ends those that could not be ended then. @param callIds the calls that this process has. */
  async reconcile(callIds: ReadonlySet<string>): Promise<void> {
    const channels = await this.#needs.link.request('channels.list', {});
    const strays = channels.filter(({ id }) => {
      const named = parseName(id);
      return named?.part === 'watch' && callIds.has(named.callId) && !this.#wanted.has(id);
    });
    for (const { id } of strays) void this.#end(id); // never rejects
  }

  async #open([channelId, otherChannelId]: [string, string], sides: readonly [Leg, Leg]): Promise<void> {
    const { link, log, graceSeconds = defaultGraceSeconds } = this.#needs;
    const [first, second] = sides;
    const [limit, firstName, secondName] = await Promise.all([
      endingWith(first.id, link, log),
      nameOf(first.id, link),
      nameOf(second.id, link),
    ]);
    if (!this.#wanted.has(channelId)) return;
    await link.request('channels.originateWithId', {
      channelId,
      otherChannelId,
      endpoint: 'Local/half@talk-watch/n',
      context: 'talk-watch',
      extension: 'watch',
      priority: 1,
      variables: {
        ...limit,
        SIDE_1: first.id,
        SIDE_2: second.id,
        SIDE_1_NAME: firstName,
        SIDE_2_NAME: secondName,
        GRACE_SECONDS: String(graceSeconds),
      },
    });
  }

  /** It must not stay, since it would hang up a far end that is back on hold. While Asterisk is away, this is left to `reconcile`. */
  #end(channelId: string): ReturnType<typeof endChannel> {
    return endChannel(channelId, this.#needs);
  }

  /** Never rejects. */
  async #endLate(channelId: string): Promise<void> {
    for (const seconds of lateLooksSeconds) {
      await pause(seconds * 1000);
      if ((await this.#end(channelId)) !== 'not there') return;
    }
  }
}

/** Asterisk's own name for a channel, by which the dialplan hangs it up. */
async function nameOf(channelId: string, link: AriRequests): Promise<string> {
  const variable = 'CHANNEL(name)';
  return (await link.request('channels.getChannelVar', { channelId, variable })).value;
}
