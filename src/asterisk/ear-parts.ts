import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AriRequests } from './ari/ari-link.ts';
import { isRefusal } from './bridges-left.ts';
import { takeInventory } from './leftovers.ts';
import type { NamedPart } from './legs/leg-names.ts';

const parts: readonly NamedPart['part'][] = ['snoop', 'media', 'ear'];

/** The names of the snoops, media channels and bridges by which this process hears its calls. */
export class EarParts {
  readonly #link: AriRequests;
  readonly #log: Log;
  readonly #used = new Set<string>();

  constructor(link: AriRequests, log: Log) {
    this.#link = link;
    this.#log = log;
  }

  /** From before Asterisk is asked for it. */
  use(id: string): void {
    this.#used.add(id);
  }

  /** It was removed, as far as Asterisk could be told. */
  release(id: string): void {
    this.#used.delete(id);
  }

  /**
   * After Asterisk was away: removes what an ear of these calls has left there. A second bridge would keep the leg from being heard and sent
   * silence, and a snoop costs as much as the one in use.
   */
  async reconcile(callIds: ReadonlySet<string>): Promise<void> {
    if (callIds.size === 0) return;
    const { channels, bridges } = await takeInventory(this.#link);
    const isLeft = ({ id, named }: { id: string; named: NamedPart }): boolean =>
      parts.includes(named.part) && callIds.has(named.callId) && !this.#used.has(id);
    await Promise.all([
      ...channels
        .filter(isLeft)
        .map(({ id }) => this.#remove(id, this.#link.request('channels.hangup', { channelId: id }))),
      ...bridges
        .filter(isLeft)
        .map(({ id }) => this.#remove(id, this.#link.request('bridges.destroy', { bridgeId: id }))),
    ]);
  }

  async #remove(id: string, removal: Promise<void>): Promise<void> {
    try {
      await removal;
    } catch (thrown) {
      if (this.#link.down !== undefined) throw thrown;
      if (!isRefusal(thrown))
        this.#log.warn('a part of an audio line was left in Asterisk', { id, error: describeError(thrown) });
    }
  }
}
