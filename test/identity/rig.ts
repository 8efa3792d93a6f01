import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import { serveApi } from '../../src/http/api-router.ts';
import type { Surface } from '../../src/identity/gate.ts';
import { readBody } from '../../src/http/body.ts';
import { answerFailures } from '../../src/http/failures.ts';
import { sessionRoutes } from '../../src/http/routes/sessions.ts';
import { tokenRoutes } from '../../src/http/routes/tokens.ts';
import { createIdentity, type IdentityNeeds, type IdentityService } from '../../src/identity/index.ts';
import { createLog } from '../../src/log/winston-log.ts';
import { databaseUrl, type Store } from '../../src/store/open.ts';
import { openNewStore } from '../store/fixtures.ts';

export const silentLog = createLog({ level: 'error', readable: true, silent: true });

/** A separate database with the service's schema. */
export interface TestStore {
  store: Store;
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openTestStore(): Promise<TestStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-identity-'));
  const { store, path: file } = await openNewStore(folder, silentLog);
  return {
    store,
    url: databaseUrl(file),
    async [Symbol.asyncDispose]() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The identity routes and one gated route, served over loopback. */
export interface TestGateway {
  url: string;
  identity: IdentityService;
  store: Store;
  databaseUrl: string;
  /** The clock of identity; starts with the machine's. */
  clock: { nowMs: number };
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startGateway(
  options: Partial<IdentityNeeds['settings']> &
    Pick<IdentityNeeds, 'providerTimes' | 'revocationIntervalMs'> = {},
): Promise<TestGateway> {
  const database = await openTestStore();
  const server = createServer();
  await listen(server);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const clock = { nowMs: Date.now() };
  const { providerTimes, revocationIntervalMs, ...settings } = options;
  const identity = createIdentity({
    store: database.store,
    log: silentLog,
    settings: {
      host: '127.0.0.1',
      port,
      publicUrl: url,
      ownerToken: undefined,
      oidc: undefined,
      ...settings,
    },
    now: () => clock.nowMs,
    ...(providerTimes === undefined ? {} : { providerTimes }),
    ...(revocationIntervalMs === undefined ? {} : { revocationIntervalMs }),
  });
  const handle = createTestApp(identity).callback();
  server.on('request', (request, response) => void handle(request, response));
  return {
    url,
    identity,
    store: database.store,
    databaseUrl: database.url,
    clock,
    async [Symbol.asyncDispose]() {
      await identity.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Every path but those of tokens and sessions is open to whoever passes the gate of its surface. */
function createTestApp(identity: IdentityService): Koa {
  const { authenticator, tokens, sessions } = identity;
  const app = new Koa();
  app.use(answerFailures(silentLog));
  app.use(identity.authRoutes(readBody));
  const api = serveApi([...tokenRoutes(tokens), ...sessionRoutes(sessions)], authenticator);
  app.use(async (ctx, next) => {
    if (/^\/api\/v1\/(tokens|sessions)/.test(ctx.path)) return api(ctx, next);
    await authenticator.identify(ctx.req, surfaceOf(ctx.path));
    ctx.body = { reached: ctx.path };
  });
  return app;
}

function surfaceOf(path: string): Surface {
  if (path.startsWith('/mcp')) return 'mcp';
  return path.startsWith('/ws') ? 'websocket' : 'rest';
}

export async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** The name of a gateway's session cookie. */
export function sessionCookie({ url }: Pick<TestGateway, 'url'>): string {
  return `holdfast_session_${new URL(url).port}`;
}

/** A cookie jar for one host, and redirects that are not followed. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly received: string[] = [];

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(url, { headers });
  }

  async send(
    url: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    this.received.push(line);
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '' || /max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The fields that the tests look at. */
export interface Body {
  detail: string;
  id: string;
  token: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  authenticated: boolean;
  owner: boolean;
  method: string;
  subject: string;
}

/** A response's body, as the test expects it to be. */
export async function json<T = Body>(response: Response | Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}
