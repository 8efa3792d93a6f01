import { Listeners } from '../../async/listeners.ts';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { AriSession } from '../ari/ari-link.ts';
import type { AriEvent } from '../ari/ari-operations.ts';
import { isEndpointEvent, listEndpoints } from './endpoints.ts';
import { contactOf } from './pushed-objects.ts';

/** The endpoint and the AOR of asterisk-config/gateway/pjsip_trunk.conf. */
const trunkEndpoint = 'trunk';
/**
 * Asterisk asks for the first time at some moment within `qualify_frequency` (25 s) of its start, waits 3 s for an
 * answer, and calls the trunk offline until then.
 */
const defaultFirstAnswerMs = 30_000;
/** How soon an Asterisk that was too slow is asked again. */
const defaultAgainMs = 10_000;

export interface TrunkLineNeeds {
  /** Its applications are subscribed to endpoint events. */
  link: Omit<AriSession, 'down'>;
  log: Log;
  firstAnswerMs?: number;
  againMs?: number;
}

/** Whether the trunk answers Asterisk's OPTIONS, sent every 25 s. */
export class TrunkLine {
  readonly #link: TrunkLineNeeds['link'];
  readonly #log: Log;
  readonly #listeners: Listeners<[]>;
  readonly #firstAnswerMs: number;
  readonly #againMs: number;
  #isReachable: boolean | undefined;
  #contact: string | undefined;
  #connectedAtMs = 0;
  #eventCount = 0;
  #readingAgain: NodeJS.Timeout | undefined;

  constructor({ link, log, firstAnswerMs = defaultFirstAnswerMs, againMs = defaultAgainMs }: TrunkLineNeeds) {
    this.#link = link;
    this.#log = log;
    this.#listeners = new Listeners(log, 'a trunk listener');
    this.#firstAnswerMs = firstAnswerMs;
    this.#againMs = againMs;
    link.onEvent((event) => this.#take(event));
    link.onConnected(async () => {
      this.#connectedAtMs = performance.now();
      await this.#read();
      this.#contact = await contactOf(link, trunkEndpoint);
    });
    link.onLost(() => this.#set(undefined));
  }

  /** Undefined while unknown: Asterisk is away or has not asked yet, or it has no trunk configured. */
  get isReachable(): boolean | undefined {
    return this.#isReachable;
  }

  /** Its address, as Asterisk is configured; undefined without a trunk. */
  get contact(): string | undefined {
    return this.#contact;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async #read(): Promise<void> {
    const askedAt = this.#eventCount;
    const endpoints = await listEndpoints(this.#link);
    // An event that arrived while the list was in flight is newer.
    if (this.#eventCount !== askedAt) return;
    const trunk = endpoints.find(({ resource }) => resource === trunkEndpoint);
    this.#set(trunk === undefined ? undefined : trunk.state === 'online');
  }

  #readAgainIn(ms: number): void {
    this.#readingAgain = setTimeout(() => void this.#readAgain(), ms).unref();
  }

  async #readAgain(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      this.#log.debug('the state of the trunk is unknown', { why: describeError(error) });
      // If the connection is lost, the state is read once it is back. An Asterisk that is only slow reports a silent trunk no other way.
      if (this.#link.upSinceMs !== undefined) this.#readAgainIn(this.#againMs);
    }
  }

  /** How long until Asterisk has certainly asked; 0 if it has been up long enough, whatever its clock says. */
  #untilAskedMs(): number {
    const isNew = Date.now() - (this.#link.upSinceMs ?? 0) < this.#firstAnswerMs;
    const connectedMs = performance.now() - this.#connectedAtMs;
    return isNew ? Math.max(0, this.#firstAnswerMs - connectedMs) : 0;
  }

  #take(event: AriEvent): void {
    if (!isEndpointEvent(event) || event.endpoint.resource !== trunkEndpoint) return;
    this.#eventCount += 1;
    this.#set(event.endpoint.state === 'online');
  }

  #set(reported: boolean | undefined): void {
    clearTimeout(this.#readingAgain);
    const isTooEarly = reported === false && this.#untilAskedMs() > 0;
    // An event comes when the trunk answers; this is for one that does not.
    if (isTooEarly) this.#readAgainIn(this.#untilAskedMs());
    const isReachable = isTooEarly ? undefined : reported;
    if (isReachable === this.#isReachable) return;
    this.#isReachable = isReachable;
    this.#listeners.emit();
  }
}
