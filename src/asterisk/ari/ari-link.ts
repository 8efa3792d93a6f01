import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Listeners } from '../../async/listeners.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import { type AriConnection, openAriConnection } from './ari-client-edge.ts';
import { type AriEvent, type AriOperation, type AriOperations, bodyParameters } from './ari-operations.ts';
import { pause } from './deadline.ts';

export interface AriLinkOptions {
  ariUrl: string;
  username: string;
  password: string;
  applications: readonly string[];
  log: Log;
}

export interface Connected {
  /** Asterisk itself was restarted since the last whole connection; false on the first one. */
  restarted: boolean;
}

const requestTimeoutMs = 5000;
const probeTimeoutMs = 3000;
const firstRetryMs = 100;
const longestRetryMs = 3000;
/** Another process took over the application's events. Reconnecting at once would make the two take it from each other in turn. */
const replacedRetryMs = 30_000;

/** Sends requests while it is up. */
export type AriRequests = Pick<AriLink, 'request' | 'down'>;

/** Requests, the events of all channels, and the connection itself. */
export type AriSession = AriRequests & Pick<AriLink, 'upSinceMs' | 'onEvent' | 'onConnected' | 'onLost'>;

interface ConnectHook {
  run: (connected: Connected) => Promise<void>;
  /** Start time of the Asterisk for which it last completed; a connection that was given up halfway does not count. */
  metStartupTime: string | undefined;
}

/** A durable link to Asterisk: reconnects without limit and reports each reconnection. */
export class AriLink {
  readonly #options: AriLinkOptions;
  readonly #closing = new AbortController();
  readonly #eventListeners: Listeners<[AriEvent]>;
  readonly #connectHooks: ConnectHook[] = [];
  readonly #lostHooks: ((reason: string) => void)[] = [];
  #connection: AriConnection | undefined;
  #startupTime: string | undefined;
  #version: string | undefined;
  #down: { sinceMs: number; reason: string } | undefined = {
    sinceMs: Date.now(),
    reason: 'not connected yet',
  };
  #running: Promise<void> | undefined;

  constructor(options: AriLinkOptions) {
    this.#options = options;
    this.#eventListeners = new Listeners(options.log, 'an event listener', ({ type }) => ({ event: type }));
  }

  /**
   * Starts connecting. Resolves after the first attempt, successful or not; after that the link reconnects on its
   * own.
   */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#running = this.#run(resolve);
    });
  }

  /** Since when and why Asterisk is unreachable; undefined while connected. */
  get down(): { sinceMs: number; reason: string } | undefined {
    return this.#down;
  }

  /** When Asterisk started, epoch ms; undefined while disconnected. */
  get upSinceMs(): number | undefined {
    if (this.#connection === undefined || this.#startupTime === undefined) return undefined;
    return Date.parse(this.#startupTime);
  }

  /** Version of the connected Asterisk, or of the last one. */
  get version(): string | undefined {
    return this.#version;
  }

  /** @throws AppError, see `AriConnection.request`; immediately `unavailable` while disconnected. */
  async request<K extends AriOperation>(
    name: K,
    params: AriOperations[K]['params'],
    timeoutMs = requestTimeoutMs,
  ): Promise<AriOperations[K]['result']> {
    if (this.#connection === undefined) throw new AppError('unavailable', 'Asterisk is not connected');
    const [resource = '', operation = ''] = name.split('.');
    return (await this.#connection.request(
      resource,
      operation,
      withBody(params),
      timeoutMs,
    )) as AriOperations[K]['result'];
  }

  /** Streams a file from Asterisk. @param path below `/ari/`. @throws AppError `unavailable`, `not_found` */
  async download(path: string): Promise<Readable> {
    const { ariUrl, username, password } = this.#options;
    const headers = { authorization: basicAuthorization(username, password) };
    let response: Response;
    try {
      response = await fetch(new URL(`/ari/${path}`, ariUrl), { headers, signal: this.#closing.signal });
    } catch (cause) {
      throw new AppError('unavailable', 'Asterisk could not be reached for a file', { cause });
    }
    if (response.status === 404) throw new AppError('not_found', `Asterisk has no ${path}`);
    if (!response.ok || response.body === null)
      throw new AppError('unavailable', `Asterisk refuses ${path} (${response.status})`);
    return Readable.fromWeb(response.body as ReadableStream);
  }

  onEvent(listener: (event: AriEvent) => void): () => void {
    return this.#eventListeners.add(listener);
  }

  /**
   * Hooks run one after the other, in the order added. If one fails, the connection is dropped and retried. Each is told of a restart until
   * it has completed once.
   */
  onConnected(hook: (connected: Connected) => Promise<void>): void {
    this.#connectHooks.push({ run: hook, metStartupTime: undefined });
  }

  onLost(hook: (reason: string) => void): void {
    this.#lostHooks.push(hook);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#connection?.close('closed by this service');
    await this.#running;
  }

  async #run(firstAttemptDone: () => void): Promise<void> {
    const { log, ariUrl } = this.#options;
    let retryMs = firstRetryMs;
    let lastReason = '';
    while (!this.#closing.signal.aborted) {
      let reason: string;
      try {
        const { lost } = await this.#connect();
        log.info('Asterisk connected', { ariUrl });
        firstAttemptDone();
        retryMs = firstRetryMs;
        reason = await lost;
        if (this.#closing.signal.aborted) break;
        log.warn('Asterisk lost', { reason });
      } catch (thrown) {
        reason = thrown instanceof AppError && thrown.detail === replaced ? replaced : describeError(thrown);
        // One line per new reason, not per attempt.
        if (reason !== lastReason && !this.#closing.signal.aborted)
          log.warn('Asterisk not reached', { ariUrl, reason });
        firstAttemptDone();
      }
      lastReason = reason;
      this.#down = { sinceMs: this.#down?.sinceMs ?? Date.now(), reason };
      await pause(reason === replaced ? replacedRetryMs : retryMs, this.#closing.signal);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
  }

  /** @returns `lost` resolves with the reason once the connection is lost. */
  async #connect(): Promise<{ lost: Promise<string> }> {
    const { ariUrl, username, password, applications } = this.#options;
    const { startupTime, version } = await probe(ariUrl, username, password);
    let resolveLost: (reason: string) => void = () => undefined;
    const lost = new Promise<string>((resolve) => (resolveLost = resolve));
    let isOver = false;
    const connection = await openAriConnection({
      url: ariUrl,
      username,
      password,
      applications,
      onEvent: (event) => this.#take(event as AriEvent),
      onClosed: (reason) => {
        isOver = true;
        const wasUp = this.#connection !== undefined;
        this.#connection = undefined;
        this.#down ??= { sinceMs: Date.now(), reason };
        if (wasUp) for (const hook of this.#lostHooks) hook(reason);
        resolveLost(reason);
      },
    });
    if (isOver || this.#closing.signal.aborted) {
      connection.close('closed by this service');
      throw new AppError('unavailable', await lost);
    }
    this.#startupTime = startupTime;
    this.#version = version;
    this.#connection = connection;
    this.#down = undefined;
    try {
      for (const hook of this.#connectHooks) {
        const { metStartupTime } = hook;
        await hook.run({ restarted: metStartupTime !== undefined && metStartupTime !== startupTime });
        hook.metStartupTime = startupTime;
      }
    } catch (thrown) {
      // A half-initialised link is worse than none: whatever the hooks skipped would stay undone. The next attempt
      // runs them all.
      connection.close(describeError(thrown));
      throw new AppError('unavailable', await lost, { cause: thrown });
    }
    return { lost };
  }

  #take(event: AriEvent): void {
    if (event.type === 'ApplicationReplaced') {
      this.#connection?.close(replaced);
      return;
    }
    this.#eventListeners.emit(event);
  }
}

const replaced = 'another program has taken over the ARI application of this service';

/**
 * Reads Asterisk's status before ari-client connects: on a wrong password ari-client throws a string that nothing can
 * catch.
 * @returns when Asterisk started, and its version.
 */
async function probe(
  ariUrl: string,
  username: string,
  password: string,
): Promise<{ startupTime: string; version: string | undefined }> {
  const url = new URL('/ari/asterisk/info?only=status,system', ariUrl);
  const authorization = basicAuthorization(username, password);
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { authorization },
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
  } catch (cause) {
    throw new AppError('unavailable', 'nothing answers there', { cause });
  }
  if (response.status === 401)
    throw new AppError('unavailable', 'Asterisk refuses ARI_USERNAME and ARI_PASSWORD');
  if (!response.ok) throw new AppError('unavailable', `the answer there is ${response.status}`);
  const info = (await response.json()) as {
    status?: { startup_time?: string };
    system?: { version?: string };
  };
  return { startupTime: info.status?.startup_time ?? '', version: info.system?.version };
}

function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Moves the parameters that Asterisk expects as JSON into the body. */
function withBody(params: Record<string, unknown>): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  let body: unknown;
  for (const [name, value] of Object.entries(params)) {
    if (!(name in bodyParameters)) rest[name] = value;
    else {
      const wrapper = bodyParameters[name];
      body = wrapper === undefined ? value : { [wrapper]: value };
    }
  }
  return body === undefined ? rest : { ...rest, body: JSON.stringify(body) };
}
