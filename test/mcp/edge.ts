import { createDeviceDesk } from '../../src/devices/device-desk.ts';
import { createFlowDesk } from '../../src/flows/flow-desk.ts';
import { FlowTrials } from '../../src/flows/trials.ts';
import { flowTrialRoute } from '../../src/http/routes/flow-trial.ts';
import { tokenRoutes } from '../../src/http/routes/tokens.ts';
import { createHttpApp, type HttpNeeds } from '../../src/http/app.ts';
import { createHealthReport } from '../../src/http/routes/health.ts';
import { numberRoutes } from '../../src/http/routes/numbers.ts';
import { webhookRoutes } from '../../src/http/routes/webhooks.ts';
import { createIdentity, type IdentityNeeds, type IdentityService } from '../../src/identity/index.ts';
import { createMcp, type McpService } from '../../src/mcp/index.ts';
import { viewSpending } from '../../src/contract/service.ts';
import { measureUse } from '../../src/domain/trunk-dial.ts';
import type { Store } from '../../src/store/open.ts';
import { createWebhooks } from '../../src/webhooks/index.ts';
import { ScriptedDesk } from '../rig/scripted-desk.ts';
import { MemoryLines, testAddressRules } from '../http/rig.ts';
import { numberDeskOf } from '../rig/number-desk.ts';
import { openPolicy } from '../rig/open-policy.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { openTestStore } from '../identity/rig.ts';
import { type LogLine, memoryLog } from '../store/fixtures.ts';
import { openGuard } from '../rig/open-guard.ts';

/** The whole edge over loopback: real store, identity, REST, events and MCP; only the telephone is not there. */
export interface Edge {
  url: string;
  port: number;
  /** The owner's first token. */
  token: string;
  store: Store;
  identity: IdentityService;
  mcp: McpService;
  calls: ScriptedDesk;
  lines: MemoryLines;
  log: LogLine[];
  /** The service is started anew on the same database and port; every connection breaks. */
  restart(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface EdgeOptions {
  /** Chosen by the test, if its own parts must know it before. */
  port?: number;
  settings?: Partial<IdentityNeeds['settings']>;
  http?: Partial<HttpNeeds>;
  revocationIntervalMs?: number;
  keepAliveMs?: number;
}

export async function startEdge(options: EdgeOptions = {}): Promise<Edge> {
  const database = await openTestStore();
  const { store } = database;
  const port = options.port ?? (await findFreePorts());
  const log = memoryLog();
  const trials = new FlowTrials();
  const calls = await ScriptedDesk.create(store, trials);
  const lines = new MemoryLines();
  let running = await serve();
  const token = (await running.identity.createFirstToken()) ?? '';

  async function serve() {
    const url = `http://127.0.0.1:${port}`;
    const identity = createIdentity({
      store,
      log,
      settings: {
        host: '127.0.0.1',
        port,
        publicUrl: url,
        ownerToken: undefined,
        oidc: undefined,
        ...options.settings,
      },
      ...(options.revocationIntervalMs === undefined
        ? {}
        : { revocationIntervalMs: options.revocationIntervalMs }),
    });
    const devices = createDeviceDesk({
      store: store.devices,
      lines,
      journal: store.journal,
      isToldByPush: () => false,
      isArriving: () => false,
      log,
      rules: testAddressRules,
    });
    const flows = createFlowDesk({ store: store.flows, trials, isFlowInUse: () => false });
    const { authenticator, own, tokens } = identity;
    const health: HttpNeeds['health'] = {
      version: '0.0.0-test',
      telephonyUnavailable: () => undefined,
      journalFaulty: () => store.journal.faulty,
      pingDatabase: () => store.ping(),
    };
    const mcp = createMcp({
      calls,
      flows,
      devices,
      journal: store.journal,
      numbers: numberDeskOf(store),
      health: createHealthReport(health),
      spending: () => viewSpending(measureUse([], new Set(), Date.now()), openPolicy),
      authenticator,
      own,
      metadataUrl: (path) => identity.metadataUrl(path),
      version: health.version,
      log,
      ...(options.keepAliveMs === undefined ? {} : { keepAliveMs: options.keepAliveMs }),
    });
    const webhooks = createWebhooks({
      store: store.webhooks,
      journal: store.journal,
      calls: store.calls,
      log,
      guard: openGuard,
    });
    const http = createHttpApp({
      calls,
      flows,
      devices,
      journal: store.journal,
      authenticator,
      log,
      publicUrl: url,
      health,
      routes: [
        ...tokenRoutes(tokens),
        ...webhookRoutes(webhooks.desk),
        ...numberRoutes(numberDeskOf(store)),
        flowTrialRoute({ calls, flows }),
      ],
      auth: (readBody) => identity.authRoutes(readBody),
      mcp: mcp.middleware,
      ...options.http,
    });
    await http.listen('127.0.0.1', port);
    return { identity, mcp, http, devices };
  }

  async function stop(): Promise<void> {
    await running.mcp.close();
    await running.http.close();
    await running.identity.close();
    running.devices.stop();
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    token,
    store,
    get identity() {
      return running.identity;
    },
    get mcp() {
      return running.mcp;
    },
    calls,
    lines,
    log: log.lines,
    async restart() {
      await stop();
      running = await serve();
      await dropStaleConnections(`http://127.0.0.1:${port}/health`);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await calls.close({ endCalls: true });
      await database[Symbol.asyncDispose]();
    },
  };
}

/** The client's pool still holds connections of the service that is gone; each fails once. */
async function dropStaleConnections(url: string): Promise<void> {
  for (let inARow = 0; inARow < 3;) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    inARow = response === undefined ? 0 : inARow + 1;
  }
}
