import type { AriLink } from './ari-link.ts';
import type { AriEvent } from './ari-operations.ts';
import { isEndpointEvent, listEndpoints } from './endpoints.ts';

/** The endpoint of asterisk-config/gateway/pjsip_trunk.conf. */
const trunkEndpoint = 'trunk';

/**
 * Whether the trunk answers Asterisk's OPTIONS, sent every 30 s. ARI does not expose whether Asterisk is registered
 * there.
 */
export class TrunkLine {
  readonly #link: AriLink;
  readonly #listeners = new Set<() => void>();
  #isReachable: boolean | undefined;

  /** @param link whose applications are subscribed to endpoint events. */
  constructor(link: AriLink) {
    this.#link = link;
    link.onEvent((event) => this.#take(event));
    link.onConnected(() => this.#read());
    link.onLost(() => this.#set(undefined));
  }

  /** Undefined while unknown: Asterisk is away, or it has no trunk configured. */
  get isReachable(): boolean | undefined {
    return this.#isReachable;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(): Promise<void> {
    const endpoints = await listEndpoints(this.#link);
    const trunk = endpoints.find(({ resource }) => resource === trunkEndpoint);
    this.#set(trunk === undefined ? undefined : trunk.state === 'online');
  }

  #take(event: AriEvent): void {
    if (isEndpointEvent(event) && event.endpoint.resource === trunkEndpoint)
      this.#set(event.endpoint.state === 'online');
  }

  #set(isReachable: boolean | undefined): void {
    if (isReachable === this.#isReachable) return;
    this.#isReachable = isReachable;
    for (const listener of this.#listeners) listener();
  }
}
