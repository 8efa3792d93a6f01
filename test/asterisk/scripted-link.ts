import type { AriLink, AriSession, Connected } from '../../src/asterisk/ari/ari-link.ts';
import type { AriEvent, AriOperation, AriOperations } from '../../src/asterisk/ari/ari-operations.ts';
import { AsteriskTelephony } from '../../src/asterisk/asterisk-telephony.ts';
import { memoryLog } from '../store/fixtures.ts';

type Params<K extends AriOperation> = AriOperations[K]['params'];
type Result<K extends AriOperation> = AriOperations[K]['result'];

/** What an Asterisk answers to each order; one without an entry is carried out and answers nothing. */
export type Answers = { [K in AriOperation]?: (params: Params<K>) => Result<K> | Promise<Result<K>> };

/** A link to an Asterisk that is in the test: it answers orders, sends events, and comes and goes. */
export class ScriptedLink implements AriSession {
  /** Every order, in sequence. */
  readonly orders: AriOperation[] = [];
  down: AriLink['down'];
  upSinceMs: number | undefined = 0;
  readonly #answers: Answers;
  #listener: (event: AriEvent) => void = () => undefined;
  #onConnected: (connected: Connected) => Promise<void> = () => Promise.resolve();
  #onLost: (reason: string) => void = () => undefined;

  constructor(answers: Answers = {}) {
    this.#answers = answers;
  }

  async request<K extends AriOperation>(name: K, params: Params<K>): Promise<Result<K>> {
    const answer: ((params: Params<K>) => Result<K> | Promise<Result<K>>) | undefined = this.#answers[name];
    const result = await answer?.(params);
    this.orders.push(name);
    return result as Result<K>;
  }

  onEvent(listener: (event: AriEvent) => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }
  onConnected(hook: (connected: Connected) => Promise<void>): void {
    this.#onConnected = hook;
  }
  onLost(hook: (reason: string) => void): void {
    this.#onLost = hook;
  }

  /** Asterisk reports something. */
  emit(event: AriEvent): void {
    this.#listener(event);
  }

  lose(): void {
    this.down = { sinceMs: 0, reason: 'cut' };
    this.#onLost('cut');
  }

  /** @param around.meanwhile runs when it is connected, before anybody is told. */
  async connect({
    restarted = false,
    meanwhile,
  }: { restarted?: boolean; meanwhile?: (() => Promise<unknown>) | undefined } = {}): Promise<void> {
    this.down = undefined;
    if (restarted) this.upSinceMs = (this.upSinceMs ?? 0) + 1000;
    await meanwhile?.();
    await this.#onConnected({ restarted });
  }
}

/** The telephony over such a link, without sound. */
export function telephonyOver(link: ScriptedLink): AsteriskTelephony {
  return new AsteriskTelephony({
    link,
    media: { expect: () => Promise.reject(new Error('nobody listens')), onUnheard: () => () => undefined },
    application: 'hf',
    mediaClient: 'media',
    trunk: { configured: true },
    mediaEncryption: { trunk: 'none', devices: 'none' },
    endpointOf: (deviceId) => deviceId,
    trunkContact: () => undefined,
    log: memoryLog(),
  });
}
