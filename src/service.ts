import { createRequire } from 'node:module';
import type { Middleware } from 'koa';
import { createTelephony } from './asterisk/index.ts';
import { CallRegister } from './calls/call-register.ts';
import type { Config } from './config/config.ts';
import { createCallDetector } from './detect/index.ts';
import { createDeviceDesk } from './devices/device-desk.ts';
import { describeError } from './domain/errors.ts';
import { permitNumber } from './domain/policy.ts';
import type { EmbeddedAsterisk } from './embedded/index.ts';
import { startGateway } from './embedded/index.ts';
import { createFlowDesk, createFlowShelf } from './flows/flow-desk.ts';
import type { Log } from './log/log.ts';
import { createHttpApp } from './http/app.ts';
import { createIdentity } from './identity/index.ts';
import { openStore } from './store/open.ts';

const packageVersion = (createRequire(import.meta.url)('../package.json') as { version: string }).version;

export interface Service {
  /** The owner's first token, when this start made it. */
  firstToken: string | undefined;
  stop(): Promise<void>;
}

/** Ends what was started, newest first, whatever fails on the way. */
class Shutdown {
  readonly #steps: { name: string; end: () => Promise<void> | void }[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, end: () => Promise<void> | void): void {
    this.#steps.push({ name, end });
  }

  async run(): Promise<void> {
    for (const { name, end } of this.#steps.splice(0).reverse())
      try {
        await end();
      } catch (error) {
        this.#log.error('a part did not end in order', { part: name, error: describeError(error) });
      }
  }
}

/** Puts the parts together: the only place that knows them all. */
export async function startService(
  config: Config,
  log: Log,
  progress: (line: string) => void,
): Promise<Service> {
  const shutdown = new Shutdown(log);
  try {
    return await assemble(config, log, progress, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function assemble(
  config: Config,
  log: Log,
  progress: (line: string) => void,
  shutdown: Shutdown,
): Promise<Service> {
  const store = await openStore({ url: config.databaseUrl, log });
  shutdown.add('store', () => store.close());

  const embedded = config.ari === undefined ? await startEmbedded(config, progress) : undefined;
  if (embedded !== undefined) shutdown.add('asterisk', () => embedded.stop());
  embedded?.onExit((info) => log.error('Asterisk ended', { ...info }));

  const { telephony, lines, close } = await createTelephony({
    ...ariLogin(config, embedded),
    media: mediaLogin(config, embedded),
    trunk: { configured: config.trunk !== undefined, callerId: config.callerId },
    log,
  });
  shutdown.add('telephony', close);

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
  shutdown.add('calls', () => register.close({ endCalls: embedded !== undefined }));
  await devices.start();
  shutdown.add('devices', () => devices.stop());
  shutdown.add('adoption', followConnection(telephony, register, log));
  const flows = createFlowDesk({ store: store.flows, isFlowInUse: (flowId) => register.usesFlow(flowId) });

  const identity = createIdentity({ prisma: store.prisma, log, settings: config });
  shutdown.add('identity', () => identity.close());
  const firstToken = await identity.start();

  const http = createHttpApp({
    calls: register,
    flows,
    devices,
    journal: store.journal,
    authenticator: identity.authenticator,
    auth: identity.authRouter.routes() as Middleware,
    routes: identity.tokenRoutes,
    health: {
      version: packageVersion,
      telephonyUnavailable: () => (telephony.upSinceMs() === undefined ? telephony.unavailable() : undefined),
      journalFaulty: () => store.journal.faulty,
      pingDatabase: () => store.ping(),
    },
    log,
    publicUrl: config.publicUrl,
  });
  // The network's parameters are read at the first use (0.1 s): better now than in the first call.
  createCallDetector({});
  await http.listen(config.host, config.port);
  shutdown.add('http', () => http.close());
  return { firstToken, stop: () => shutdown.run() };
}

/** On every connection to Asterisk: adopt what the store has unfinished, sweep what belongs to nobody. */
function followConnection(
  telephony: Awaited<ReturnType<typeof createTelephony>>['telephony'],
  register: CallRegister,
  log: Log,
): () => void {
  const resume = (): void =>
    void register.resume().then(
      (adopted) => adopted > 0 && log.info('calls were taken over', { calls: adopted }),
      (error: unknown) => log.error('calls could not be taken over', { error: describeError(error) }),
    );
  if (telephony.upSinceMs() !== undefined) resume();
  return telephony.onConnection(({ connected }) => connected && resume());
}

function startEmbedded(config: Config, progress: (line: string) => void): Promise<EmbeddedAsterisk> {
  const { trunk, sip } = config;
  return startGateway({
    dataDir: config.dataDir,
    ariPort: config.ariPort,
    mediaPort: config.media.port,
    sipHost: sip.host,
    sipPort: sip.port,
    rtpPortStart: sip.rtpPortStart,
    rtpPortEnd: sip.rtpPortEnd,
    ...(trunk === undefined
      ? {}
      : {
          trunk: {
            host: trunk.host,
            register: trunk.register,
            ...(trunk.username === undefined ? {} : { username: trunk.username }),
            ...(trunk.password === undefined ? {} : { password: trunk.password }),
          },
        }),
    progress,
  });
}

function ariLogin(
  config: Config,
  embedded: EmbeddedAsterisk | undefined,
): { ariUrl: string; username: string; password: string } {
  if (embedded !== undefined)
    return { ariUrl: embedded.ariUrl, username: embedded.ariUsername, password: embedded.ariPassword };
  const { url, username, password } = config.ari as NonNullable<Config['ari']>;
  return { ariUrl: url, username, password };
}

function mediaLogin(
  config: Config,
  embedded: EmbeddedAsterisk | undefined,
): { host: string; port: number; username: string; password: string } {
  const { host, port, username, password } = config.media;
  return {
    host,
    port,
    username: embedded?.mediaUsername ?? username ?? '',
    password: embedded?.mediaPassword ?? password ?? '',
  };
}

/** Under which names phones may register here, each with the SIP port. */
function ownHosts({ sip }: Config): string[] {
  const names = new Set([sip.domain, sip.host]);
  return [...names].filter((name) => name !== '0.0.0.0').map((name) => `${name}:${sip.port}`);
}
