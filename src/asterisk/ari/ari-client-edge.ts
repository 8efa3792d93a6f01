import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import ari from 'ari-client';
import type WebSocket from 'ws';
import { AppError, describeError, type ErrorCode } from '../../domain/errors.ts';
import { withDeadline } from './deadline.ts';

/**
 * The only file that touches ari-client 2.2.0. Its faults are contained here:
 * - Its REST promises never settle when the TCP connection fails: every request has a timeout.
 * - Its errors lose the HTTP status: the operations it builds from Asterisk's API description are called directly.
 * - Its event socket gives up after ten tries and throws on unknown events: the socket is watched here and never
 *   reconnects on its own; AriLink opens a new connection instead.
 * - If Asterisk refuses a part of its API's description, the reader throws where nobody can catch it, and the process would end.
 * - Its credentials are global to the module: a connection with others would take them from all. Each works in a context with its own.
 */

/* eslint-disable @typescript-eslint/no-explicit-any -- ari-client's types know neither its operations nor its socket */

export interface AriConnectionOptions {
  url: string;
  username: string;
  password: string;
  /** Stasis applications to receive events for. */
  applications: readonly string[];
  onEvent: (event: unknown) => void;
  /** Called exactly once when the connection ends, including by `close`. */
  onClosed: (reason: string) => void;
}

export interface AriConnection {
  /** @throws AppError: `unavailable` (no answer in time), `not_found`, `conflict`, `invalid`, `bad_upstream`. */
  request(
    resource: string,
    operation: string,
    params: Record<string, unknown>,
    timeoutMs: number,
  ): Promise<unknown>;
  close(reason: string): void;
}

// swagger-client assigns a global `log` and prints its complaints about Asterisk's API description to the terminal.
(globalThis as any).log = () => undefined;

interface Description {
  /** It was read in full. */
  ready?: boolean;
  failure(message: unknown): void;
  fail(message: unknown): void;
}

interface Authorization {
  apply(request: { headers: Record<string, string> }): boolean;
}

/** The copy of swagger-client that ari-client uses. */
const { SwaggerApi, authorizations } = createRequire(createRequire(import.meta.url).resolve('ari-client'))(
  'swagger-client',
) as {
  SwaggerApi: { prototype: Description };
  authorizations: { add(name: string, authorization: Authorization): void };
};
const credentials = new AsyncLocalStorage<Pick<AriConnectionOptions, 'username' | 'password'>>();
authorizations.add('basic-auth', {
  apply({ headers }) {
    const { username, password } = credentials.getStore() ?? {};
    headers['Authorization'] = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return true;
  },
});
// With the original, each connection would replace the credentials of all others.
authorizations.add = () => undefined;
SwaggerApi.prototype.fail = function fail(message: unknown): void {
  this.failure(message);
  // A parameter is missing: `settle` catches that.
  if (this.ready === true) throw new Error(String(message));
};

const connectTimeoutMs = 5000;
/** A socket that misses a pong for this long is dead: TCP alone takes minutes to notice a vanished peer. */
const pingIntervalMs = 5000;

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'invalid',
  401: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  412: 'conflict',
  422: 'conflict',
  503: 'unavailable',
};

/** @throws AppError `unavailable` */
export function openAriConnection(options: AriConnectionOptions): Promise<AriConnection> {
  return credentials.run(options, () => open(options));
}

async function open(options: AriConnectionOptions): Promise<AriConnection> {
  const { url, username, password } = options;
  const what = 'Asterisk did not describe its interface';
  const connecting = (ari as any).connect(url, username, password).catch((cause: unknown) => {
    throw new AppError('unavailable', `${what}: ${describeError(cause)}`, { cause });
  }) as Promise<any>;
  const client = await withDeadline(connecting, connectTimeoutMs, what);
  const operations = client._swagger.apis as Record<string, Record<string, Operation> | undefined>;
  // Requests in flight, rejected as soon as the connection ends: their responses would never come.
  const pending = new Set<(error: AppError) => void>();
  const socket = startSocket(client, {
    ...options,
    onClosed: (reason) => {
      for (const reject of [...pending]) reject(new AppError('unavailable', reason));
      options.onClosed(reason);
    },
  });
  await socket.opened;
  return {
    request: (resource, operation, params, timeoutMs) => {
      const name = `${resource}.${operation}`;
      const run = operations[resource]?.[operation];
      if (run === undefined) return Promise.reject(new AppError('internal', `Asterisk knows no ${name}`));
      const settled = credentials.run(options, () => settle(run, name, params, pending));
      return withDeadline(settled, timeoutMs, `Asterisk did not answer ${name}`);
    },
    close: (reason) => socket.end(reason),
  };
}

type Operation = (
  params: Record<string, unknown>,
  onResponse: (response: { data?: Buffer | string }) => void,
  onFailure: (failure: unknown) => void,
) => void;

function settle(
  run: Operation,
  name: string,
  params: Record<string, unknown>,
  pending: Set<(error: AppError) => void>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    pending.add(reject);
    const fail = (failure: unknown): void => {
      pending.delete(reject);
      reject(asAppError(failure, name));
    };
    try {
      run(
        params,
        ({ data }) => {
          pending.delete(reject);
          try {
            resolve(data === undefined || data.length === 0 ? undefined : JSON.parse(data.toString()));
          } catch (thrown) {
            fail(thrown);
          }
        },
        fail,
      );
    } catch (thrown) {
      fail(thrown);
    }
  });
}

/** A failed response, an Error, or (for a missing parameter) a bare string. */
function asAppError(failure: unknown, name: string): AppError {
  const { status, data } = (typeof failure === 'object' && failure !== null ? failure : {}) as any;
  if (typeof status !== 'number' || status === 0)
    return new AppError('unavailable', `Asterisk could not be reached (${name})`, { cause: failure });
  let said = String(data ?? '');
  try {
    const body = JSON.parse(said) as { message?: string; error?: string };
    said = body.message ?? body.error ?? said;
  } catch {
    // Not JSON: an HTML error page of Asterisk's HTTP server, passed on unchanged.
  }
  return new AppError(
    codeOfStatus[status] ?? 'bad_upstream',
    `Asterisk refuses ${name}: ${said} (${status})`,
  );
}

interface WatchedSocket {
  opened: Promise<void>;
  end(reason: string): void;
}

function startSocket(client: any, options: AriConnectionOptions): WatchedSocket {
  const started = client.start([...options.applications]) as Promise<void>;
  // The library's promise is unreliable; `opened` below is what counts.
  started.catch(() => undefined);
  const socket = client._ws as WebSocket;
  let isOver = false;
  let awaitsPong = false;
  let pinger: NodeJS.Timeout | undefined;
  let rejectOpened: (error: AppError) => void = () => undefined;

  const end = (reason: string): void => {
    client._wsClosed = true; // the library takes the close for its own `stop` and does not reconnect
    if (isOver) return;
    isOver = true;
    clearInterval(pinger);
    socket.terminate();
    rejectOpened(new AppError('unavailable', reason));
    options.onClosed(reason);
  };
  // Ahead of the library's own listeners, which would reconnect.
  socket.prependListener('error', (error) => end(`the event socket failed: ${error.message}`));
  socket.prependListener('close', () => end('the event socket was closed'));
  socket.on('pong', () => (awaitsPong = false));
  socket.removeAllListeners('message');
  socket.on('message', (data) => {
    if (isOver) return;
    let event: unknown;
    try {
      event = JSON.parse((data as Buffer).toString()); // ws delivers Buffers by default
    } catch {
      return end('Asterisk sent an event that is not JSON');
    }
    options.onEvent(event);
  });

  const opened = new Promise<void>((resolve, reject) => {
    rejectOpened = reject;
    socket.once('open', () => {
      pinger = setInterval(() => {
        if (awaitsPong) return end('Asterisk answers no ping');
        awaitsPong = true;
        socket.ping();
      }, pingIntervalMs);
      pinger.unref();
      resolve();
    });
  });
  return {
    opened: withDeadline(opened, connectTimeoutMs, 'Asterisk did not open the event socket').catch(
      (error: AppError) => {
        end(error.detail);
        throw error;
      },
    ),
    end,
  };
}
