import { AppError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { AriRequests } from '../ari/ari-link.ts';
import type { AriOperation, AriOperations } from '../ari/ari-operations.ts';
import type { ChannelEvents } from '../ari/channel-events.ts';

/** What the parts of a leg share. */
export interface LegContext {
  link: AriRequests;
  events: ChannelEvents;
  log: Log;
}

/** A leg's channel, which takes orders until it is gone. */
export class LegChannel {
  readonly id: string;
  readonly #link: Pick<AriRequests, 'request'>;
  readonly #gone = new AbortController();

  constructor(id: string, link: Pick<AriRequests, 'request'>) {
    this.id = id;
    this.#link = link;
  }

  /** Aborted once the channel is gone, which ends everything that waits on it. */
  get goneSignal(): AbortSignal {
    return this.#gone.signal;
  }

  markGone(): void {
    this.#gone.abort();
  }

  /** @returns false when the channel is gone and there is nothing to act on. @throws AppError for any other refusal. */
  async order<K extends AriOperation>(
    operation: K,
    params: Omit<AriOperations[K]['params'], 'channelId'>,
  ): Promise<boolean> {
    if (this.#isGone()) return false;
    try {
      await this.#link.request(operation, {
        ...params,
        channelId: this.id,
      } as AriOperations[K]['params']);
      return true;
    } catch (thrown) {
      if (this.#isGone() || (thrown instanceof AppError && thrown.code === 'not_found')) return false;
      throw thrown;
    }
  }

  /** A method, so that the compiler does not narrow it across an await. */
  #isGone(): boolean {
    return this.#gone.signal.aborted;
  }
}
