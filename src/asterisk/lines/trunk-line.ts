import type { AriLink } from '../ari/ari-link.ts';
import type { AriEvent } from '../ari/ari-operations.ts';
import { isEndpointEvent, listEndpoints } from './endpoints.ts';

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
  readonly #listeners = new Set<() => void>();
  readonly #firstAnswerMs: number;
  #isReachable: boolean | undefined;
  #connectedAtMs = 0;
  #readingAgain: NodeJS.Timeout | undefined;

  /** @param link whose applications are subscribed to endpoint events. */
  constructor(link: TrunkLink, options: { firstAnswerMs?: number } = {}) {
    this.#link = link;
    this.#firstAnswerMs = options.firstAnswerMs ?? firstAnswerMs;
    link.onEvent((event) => this.#take(event));
    link.onConnected(() => {
      this.#connectedAtMs = performance.now();
      return this.#read();
    });
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

  async #read(): Promise<void> {
    const endpoints = await listEndpoints(this.#link);
    const trunk = endpoints.find(({ resource }) => resource === trunkEndpoint);
    this.#set(trunk === undefined ? undefined : trunk.state === 'online');
  }

  async #readAgain(): Promise<void> {
    await this.#read().catch(() => undefined); // the connection is lost, and is read when it is back
  }

  /** How long Asterisk may still need to have asked; 0 for one that has been up for longer, whatever its clock says. */
  #untilAskedMs(): number {
    const isNew = Date.now() - (this.#link.upSinceMs ?? 0) < this.#firstAnswerMs;
    const connectedMs = performance.now() - this.#connectedAtMs;
    return isNew ? Math.max(0, this.#firstAnswerMs - connectedMs) : 0;
  }

  #take(event: AriEvent): void {
    if (isEndpointEvent(event) && event.endpoint.resource === trunkEndpoint)
      this.#set(event.endpoint.state === 'online');
  }

  #set(told: boolean | undefined): void {
    clearTimeout(this.#readingAgain);
    const isTooEarly = told === false && this.#untilAskedMs() > 0;
    // An event comes when the trunk answers; this is for one that does not.
    if (isTooEarly)
      this.#readingAgain = setTimeout(() => void this.#readAgain(), this.#untilAskedMs()).unref();
    const isReachable = isTooEarly ? undefined : told;
    if (isReachable === this.#isReachable) return;
    this.#isReachable = isReachable;
    for (const listener of this.#listeners) listener();
  }
}
