import { createRequire } from 'node:module';
import type { Middleware } from 'koa';
import { createTelephony } from './asterisk/index.ts';
import { CallRegister } from './calls/call-register.ts';
import type { Telephony } from './calls/telephony.ts';
import type { Config } from './config/config.ts';
import { createCallDetector } from './detect/index.ts';
import { createDeviceDesk } from './devices/device-desk.ts';
import { describeError } from './domain/errors.ts';
import { permitNumber } from './domain/policy.ts';
import { createFlowDesk, createFlowShelf } from './flows/flow-desk.ts';
import type { Log } from './log/log.ts';
import { createHttpApp } from './http/app.ts';
import { tokenRoutes } from './http/routes/tokens.ts';
import { webhookRoutes } from './http/routes/webhooks.ts';
import { createHealthReport, type HealthDeps } from './http/routes/health.ts';
import { createIdentity } from './identity/index.ts';
import { createMcpOnDemand } from './mcp/on-demand.ts';
import { openStore } from './store/open.ts';
import { createWebhooks } from './webhooks/index.ts';
import { ownHosts } from './wiring/own-hosts.ts';
import type { AsteriskAccess } from './wiring/asterisk-choice.ts';
import type { Shutdown } from './wiring/shutdown.ts';
import type { StartClock } from './wiring/start-clock.ts';

/** After this the service starts without Asterisk, says so in /health and goes on trying. */
const connectPatienceMs = 10_000;
const packageVersion = (createRequire(import.meta.url)('../package.json') as { version: string }).version;

export interface Service {
  /** The owner's first token, when this start made it. */
  firstToken: string | undefined;
  stop(): Promise<void>;
}

export interface Groundwork {
  config: Config;
  log: Log;
  shutdown: Shutdown;
  clock: StartClock;
  /** Aborts when the service is told to end while it starts. */
  signal: AbortSignal;
  /** It may still be booting. */
  asterisk: Promise<AsteriskAccess>;
}

/** Puts the parts together: the only place that knows them all. */
export async function assemble({
  config,
  log,
  shutdown,
  clock,
  signal,
  asterisk: booting,
}: Groundwork): Promise<Service> {
  const store = await openStore({ url: config.databaseUrl, log });
  shutdown.add('store', () => store.close());
  clock.done('database');
  signal.throwIfAborted();
  const webhooks = createWebhooks({
    store: store.webhooks,
    journal: store.journal,
    calls: store.calls,
    log,
  });
  webhooks.start();
  shutdown.add('webhooks', () => webhooks.stop());
  const asterisk = await booting;
  clock.done('waiting for Asterisk');
  const line = await createTelephony({
    ...asterisk.ari,
    media: asterisk.media,
    trunk: { configured: config.trunk !== undefined, callerId: config.callerId },
    log,
  });
  shutdown.add('telephony', () => line.close());
  const { telephony, lines } = line;
  if (asterisk.isEmbedded) await untilConnected(telephony, signal);
  signal.throwIfAborted();

  const permit = (number: string, field = 'number'): string => permitNumber(number, config.policy, field);
  const devices = createDeviceDesk({
    store: store.devices,
    lines,
    journal: store.journal,
    rules: {
      ownHosts: ownHosts(config),
      trunkHost: config.trunk?.host.toLowerCase(),
      permitNumber: permit,
    },
    log,
  });
  const register = new CallRegister({
    store: store.calls,
    journal: store.journal,
    memory: store.recordings,
    flows: createFlowShelf(store.flows),
    telephony,
    devices: () => devices.list(),
    permitNumber: permit,
    policy: config.policy,
    createDetector: createCallDetector,
    sensitivity: config.sensitivity,
    settings: {
      answerSeconds: config.answerSeconds,
      deviceRingSeconds: config.deviceRingSeconds,
      maxCallSeconds: config.maxCallMinutes * 60,
      greeting: config.greeting,
    },
    log,
  });
  await devices.start();
  shutdown.add('devices', () => devices.stop());
  clock.done('connection to Asterisk, devices');
  const flows = createFlowDesk({ store: store.flows, isFlowInUse: (flowId) => register.usesFlow(flowId) });

  const identity = createIdentity({ prisma: store.prisma, log, settings: config });
  shutdown.add('identity', () => identity.close());
  const firstToken = await identity.start();

  const health: HealthDeps = {
    version: packageVersion,
    telephonyUnavailable: () => (telephony.upSinceMs() === undefined ? telephony.unavailable() : undefined),
    journalFaulty: () => store.journal.faulty,
    journalLosses: () => store.journal.losses,
    pingDatabase: () => store.ping(),
  };
  const desks = { calls: register, flows, devices, journal: store.journal };
  const { authenticator, own } = identity;
  const mcp = createMcpOnDemand({
    ...desks,
    health: createHealthReport(health),
    authenticator,
    own,
    version: packageVersion,
    log,
  });
  const http = createHttpApp({
    ...desks,
    authenticator,
    auth: identity.authRouter.routes() as Middleware,
    routes: [...tokenRoutes(identity.tokens), ...webhookRoutes(webhooks.desk)],
    mcp: mcp.middleware,
    health,
    log,
    publicUrl: config.publicUrl,
  });
  signal.throwIfAborted();
  // The network's parameters are read at the first use (0.1 s): better now than in the first call.
  createCallDetector({});
  await http.listen(config.host, config.port);
  shutdown.add('http', () => http.close());
  clock.done('sign-in, detector, HTTP');
  shutdown.add('mcp', () => mcp.close()); // before http, which waits for its open streams
  shutdown.add('adoption', followConnection(telephony, register, log));
  // First to end, so that clients still hear of it.
  shutdown.add('calls', (mode) => register.close({ endCalls: mode === 'stop' && asterisk.isEmbedded }));
  return { firstToken, stop: () => shutdown.run('stop') };
}

/** Our own Asterisk has booted: ready should mean ready to dial, also where the first attempt met a busy machine. */
async function untilConnected(telephony: Telephony, signal: AbortSignal): Promise<void> {
  if (telephony.upSinceMs() !== undefined || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', settle);
      resolve();
    };
    const timer = setTimeout(settle, connectPatienceMs);
    signal.addEventListener('abort', settle);
    const unsubscribe = telephony.onConnection(({ connected }) => connected && settle());
  });
}

/** On every connection to Asterisk: adopt what the store has unfinished, sweep what belongs to nobody. */
function followConnection(telephony: Telephony, register: CallRegister, log: Log): () => void {
  const resume = (): void =>
    void register.resume().then(
      (adopted) => adopted > 0 && log.info('calls were taken over', { calls: adopted }),
      (error: unknown) => log.error('calls could not be taken over', { error: describeError(error) }),
    );
  if (telephony.upSinceMs() !== undefined) resume();
  return telephony.onConnection(({ connected }) => connected && resume());
}
