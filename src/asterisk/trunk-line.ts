import type { AriLink } from './ari-link.ts';
import type { AriEvent } from './ari-operations.ts';

/** The endpoint of asterisk-config/gateway/pjsip_trunk.conf. */
const trunkEndpoint = 'trunk';
/**
 * Asterisk asks for the first time at some moment within `qualify_frequency` (30 s) of its start, waits 3 s for an
 * answer, and calls the trunk offline until then.
 */
const firstAnswerMs = 35_000;

type TrunkLink = Pick<AriLink, 'onEvent' | 'onConnected' | 'onLost' | 'request' | 'upSinceMs'>;

/**
 * Whether the trunk answers Asterisk's OPTIONS, sent every 30 s. ARI does not expose whether Asterisk is registered
 * there.
 */
export class TrunkLine {
  readonly #link: TrunkLink;
  readonly #firstAnswerMs: number;
  readonly #listeners = new Set<() => void>();
  #isReachable: boolean | undefined;
  #readingAgain: NodeJS.Timeout | undefined;

  /** @param link whose applications are subscribed to endpoint events. */
  constructor(link: TrunkLink, options: { firstAnswerMs?: number } = {}) {
    this.#link = link;
    this.#firstAnswerMs = options.firstAnswerMs ?? firstAnswerMs;
    link.onEvent((event) => this.#take(event));
    link.onConnected(() => this.#readFirst());
    link.onLost(() => this.#set(undefined));
  }

  /** Undefined while unknown: Asterisk is away or has not asked yet, or it has no trunk configured. */
  get isReachable(): boolean | undefined {
    return this.#isReachable;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #readFirst(): Promise<void> {
    const state = await this.#readState();
    const upMs = Date.now() - (this.#link.upSinceMs ?? 0);
    if (state !== false || upMs >= this.#firstAnswerMs) {
      this.#set(state);
      return;
    }
    this.#set(undefined);
    // An event comes when the trunk answers; this is for one that does not.
    const waitMs = this.#firstAnswerMs - Math.max(0, upMs);
    this.#readingAgain = setTimeout(() => void this.#readState().then((later) => this.#set(later)), waitMs);
    this.#readingAgain.unref();
  }

  async #readState(): Promise<boolean | undefined> {
    const endpoints = await this.#link.request('endpoints.listByTech', { tech: 'PJSIP' }).catch(() => []);
    const trunk = endpoints.find(({ resource }) => resource === trunkEndpoint);
    return trunk === undefined ? undefined : trunk.state === 'online';
  }

  #take(event: AriEvent): void {
    if (
      event.type !== 'ContactStatusChange' &&
      event.type !== 'PeerStatusChange' &&
      event.type !== 'EndpointStateChange'
    )
      return;
    if (event.endpoint.resource === trunkEndpoint) this.#set(event.endpoint.state === 'online');
  }

  #set(isReachable: boolean | undefined): void {
    clearTimeout(this.#readingAgain);
    if (isReachable === this.#isReachable) return;
    this.#isReachable = isReachable;
    for (const listener of this.#listeners) listener();
  }
}
