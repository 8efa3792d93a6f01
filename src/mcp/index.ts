import { setMaxListeners } from 'node:events';
import { setImmediate as sent } from 'node:timers/promises';
import type { Middleware } from 'koa';
import type { CallDesk } from '../calls/desk.ts';
import { FlowLearner } from '../calls/flow-learner.ts';
import type { Journal } from '../calls/store.ts';
import type { HealthReport, SpendingView } from '../contract/service.ts';
import type { DeviceDesk } from '../devices/desk.ts';
import type { FlowDesk } from '../flows/desk.ts';
import type { NumberDesk } from '../numbers/desk.ts';
import { assertScopeDeclared } from '../domain/scope.ts';
import { type Authenticator, type Identity, rememberingConnections } from '../identity/gate.ts';
import type { OwnOrigins } from '../identity/index.ts';
import type { Log } from '../log/log.ts';
import { settlesWithin } from '../async/settles-within.ts';
import { serveMcp } from './middleware.ts';
import { createMcpServer } from './server.ts';
import { SessionTable } from './sessions/session-table.ts';
import { callTools } from './tools/call-tools.ts';
import { flowTools } from './tools/flow-tools.ts';
import { numberTools } from './tools/number-tools.ts';
import { gatewayTools } from './tools/gateway-tools.ts';
import { waitForCallTool } from './tools/wait-for-call.ts';

/** How long what is under way gets to be answered when the service stops. */
const answersMs = 1_000;
/** Proxies drop a stream that is silent for a minute, some sooner. */
const usualKeepAliveMs = 15_000;

export interface McpNeeds {
  calls: CallDesk;
  flows: FlowDesk;
  devices: DeviceDesk;
  numbers: NumberDesk;
  journal: Pick<Journal, 'read' | 'record' | 'subscribe'>;
  health: () => Promise<HealthReport>;
  spending: () => SpendingView;
  authenticator: Authenticator;
  own: OwnOrigins;
  /** Where a client refused at `path` learns how to get a token; undefined if it cannot fetch one itself. */
  metadataUrl: (path: string) => string | undefined;
  version: string;
  log: Log;
  now?: () => number;
  keepAliveMs?: number;
}

export interface McpService {
  /** Serves `/mcp` and `/mcp/`; reads its own bodies. */
  middleware: Middleware;
  readonly sessionCount: number;
  /** Ends every session, but no call. */
  close(): Promise<void>;
}

export function createMcp(needs: McpNeeds): McpService {
  const { calls, flows, devices, log, version } = needs;
  const nowMs = needs.now ?? Date.now;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each wait; beyond ten Node would report a leak
  const tools = [
    ...callTools({ calls, journal: needs.journal, nowMs }),
    waitForCallTool({ calls, journal: needs.journal, nowMs, stopping: stopping.signal }),
    ...flowTools(flows, new FlowLearner({ calls, journal: needs.journal, flows })),
    ...numberTools(needs.numbers),
    ...gatewayTools({ calls, devices, health: needs.health, spending: needs.spending }),
  ];
  for (const { name, scope } of tools) assertScopeDeclared(`the tool ${name}`, scope);
  const table = new SessionTable({ log });
  const underWay = new Set<Promise<unknown>>();
  const createServer = ({ scope }: Identity) =>
    createMcpServer({ tools, scope, version, log, calls, flows, devices, nowMs, underWay });
  return {
    middleware: serveMcp({
      authenticator: rememberingConnections(needs.authenticator),
      own: needs.own,
      metadataUrl: needs.metadataUrl,
      table,
      createServer,
      log,
      keepAliveMs: needs.keepAliveMs ?? usualKeepAliveMs,
    }),
    get sessionCount() {
      return table.size;
    },
    async close() {
      table.admitNone();
      // A host whose stream only ends waits for its answer until its own time limit.
      stopping.abort();
      await settlesWithin(Promise.allSettled(underWay), answersMs);
      await sent();
      await table.close();
    },
  };
}
