import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AriRequests } from './ari/ari-link.ts';
import type { EarParts } from './ear-parts.ts';

export interface EarBridgeNeeds {
  link: AriRequests;
  parts: EarParts;
  log: Log;
}

/**
 * The private bridge of an audio line, and the account of what was made for the line in Asterisk: this bridge, its snoops and its media
 * channel. A part is entered before Asterisk is asked for it, so that a request whose answer is lost leaves nothing behind.
 */
export class EarBridge {
  readonly #name: string;
  readonly #needs: EarBridgeNeeds;
  readonly #made = new Map<string, 'channel' | 'bridge'>();

  constructor(name: string, needs: EarBridgeNeeds) {
    this.#name = name;
    this.#needs = needs;
  }

  async create(): Promise<void> {
    this.#enter('bridge', this.#name);
    await this.#needs.link.request('bridges.createWithId', {
      bridgeId: this.#name,
      type: 'mixing',
      name: this.#name,
    });
  }

  /** @param channel one or more ids, separated by commas. */
  async add(channel: string): Promise<void> {
    await this.#needs.link.request('bridges.addChannel', { bridgeId: this.#name, channel });
  }

  async release(channel: string): Promise<void> {
    await this.#needs.link.request('bridges.removeChannel', { bridgeId: this.#name, channel });
  }

  /** A channel is about to be made for the line. */
  enterChannel(id: string): void {
    this.#enter('channel', id);
  }

  /** Ends the line's parts in Asterisk. Never rejects. */
  async removeAll(): Promise<void> {
    await Promise.all([...this.#made.keys()].map((id) => this.remove(id)));
  }

  /** Never rejects: while Asterisk is away nothing can be removed, and what is left is removed after the reconnection. */
  async remove(id: string): Promise<void> {
    const { link, log, parts } = this.#needs;
    const kind = this.#made.get(id);
    this.#made.delete(id);
    try {
      if (kind === 'channel') await link.request('channels.hangup', { channelId: id });
      else await link.request('bridges.destroy', { bridgeId: id });
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'not_found') return;
      log.debug('audio line not removed', { id, error: describeError(thrown) });
    } finally {
      parts.release(id);
    }
  }

  #enter(kind: 'channel' | 'bridge', id: string): void {
    this.#made.set(id, kind);
    this.#needs.parts.use(id);
  }
}
