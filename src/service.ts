import { createRequire } from 'node:module';
import { TrunkDials } from './calls/placing/trunk-dials.ts';
import type { Config } from './config/config.ts';
import { viewSpending, type SpendingView } from './contract/service.ts';
import { ArrivingPages } from './devices/arriving-pages.ts';
import { createDeviceDesk } from './devices/device-desk.ts';
import { createProvisioning } from './devices/provisioning.ts';
import { createTestRing } from './calls/legs/test-ring.ts';
import { permitNumber } from './domain/policy.ts';
import { createFlowDesk, createFlowLookup } from './flows/flow-desk.ts';
import { createCompanyLookup, createNumberDesk } from './numbers/number-desk.ts';
import { FlowTrials } from './flows/trials.ts';
import type { CertificateSource } from './listening/guarded-server.ts';
import type { Log } from './log/log.ts';
import { PhoneSurface } from './http/sockets/phone-surface.ts';
import { createHttpApp } from './http/app.ts';
import { servePhoneAccounts } from './http/routes/provisioning.ts';
import { createHealthReport } from './http/routes/health.ts';
import { createIdentity } from './identity/index.ts';
import { createMcpOnDemand } from './mcp/on-demand.ts';
import { openSealer } from './secrets/secrets-key.ts';
import type { SipFiles } from './sip/sip-files.ts';
import { openStore } from './store/open.ts';
import { AddressGuard } from './webhooks/address-guard.ts';
import { createWebhooks } from './webhooks/index.ts';
import { createCallRegister } from './wiring/parts/calls.ts';
import { openBrowserPhones } from './wiring/parts/browser-phones.ts';
import { healthSources } from './wiring/http/health.ts';
import { healthAnswers } from './wiring/process/own-health.ts';
import { createPusher } from './wiring/parts/push.ts';
import { keepEvents } from './wiring/parts/event-retention.ts';
import { openRecordings } from './wiring/parts/recordings.ts';
import { openVoice } from './wiring/parts/speech.ts';
import { openTelephony, sweepOnConnection, watchLine } from './wiring/asterisk/telephony.ts';
import { openTranscriber } from './wiring/parts/transcription.ts';
import { furtherRoutes } from './wiring/http/further-routes.ts';
import { createSystemReport } from './wiring/http/system-report.ts';
import { hostGuard, ownHosts, ownListeners } from './wiring/network/own-hosts.ts';
import type { AsteriskAccess } from './wiring/asterisk/asterisk-choice.ts';
import type { FaultWatch } from './wiring/process/fault-watch.ts';
import type { Shutdown } from './wiring/process/shutdown.ts';
import { recordService } from './wiring/process/running-service.ts';
import { openRemovalClock } from './wiring/process/removal-clock.ts';
import type { StartClock } from './wiring/process/start-clock.ts';
import { openTemporaryFolder } from './wiring/process/temporary-folder.ts';

const packageVersion = (createRequire(import.meta.url)('../package.json') as { version: string }).version;

export interface Service {
  /**
   * Makes the owner's first token, if there has been none yet, and an address that signs a browser in once. To be printed at once: only
   * the token's digest is kept.
   */
  createFirstSignIn(): Promise<{ token: string; link: string } | undefined>;
  stop(): Promise<void>;
  /** Whether it still answers on its own port. */
  answers(): Promise<boolean>;
}

export interface Groundwork {
  config: Config;
  log: Log;
  shutdown: Shutdown;
  clock: StartClock;
  faults: Pick<FaultWatch, 'count'>;
  /** Aborts when the service is asked to stop while it starts. */
  signal: AbortSignal;
  /** It may still be booting. */
  asterisk: Promise<AsteriskAccess>;
  sipFiles: SipFiles | undefined;
  /** What this service shows as an https server. */
  certificate: CertificateSource | undefined;
}

/** Puts the parts together. Only this function knows all of them. */
export async function assemble({
  config,
  log,
  shutdown,
  clock,
  faults,
  signal,
  asterisk: booting,
  sipFiles,
  certificate,
}: Groundwork): Promise<Service> {
  const sealer = await openSealer(config, log);
  const store = await openStore({ url: config.databaseUrl, log, sealer });
  shutdown.add('store', () => store.close());
  const removalNow = await openRemovalClock(store.journal);
  clock.done('database');
  signal.throwIfAborted();
  const webhooks = createWebhooks({
    store: store.webhooks,
    journal: store.journal,
    calls: store.calls,
    log,
    guard: new AddressGuard(ownListeners(config)),
  });
  webhooks.start();
  shutdown.add('webhooks', () => webhooks.stop());
  const asterisk = await booting;
  clock.done('waiting for Asterisk');
  const line = await openTelephony({ config, asterisk, sipFiles, shutdown, signal, log });
  const { telephony, lines } = line;
  signal.throwIfAborted();

  const trunk = await TrunkDials.open({
    policy: config.policy,
    store: store.trunkDials,
    journal: store.journal,
    maxLegSeconds: config.maxCallMinutes * 60,
    log,
  });
  const pusher = createPusher({ config, store, log });
  await pusher.start();
  shutdown.add('push', () => pusher.stop());
  const pages = new ArrivingPages();
  const devices = createDeviceDesk({
    store: store.devices,
    lines,
    journal: store.journal,
    rules: {
      ownHosts: ownHosts(config),
      hosts: hostGuard(config),
      permitNumber: (number, field) => permitNumber(number, config.policy, field),
    },
    isToldByPush: (credentialId) => pusher.reaches(credentialId),
    isArriving: (credentialId) => pages.has(credentialId),
    log,
  });
  const companyOf = createCompanyLookup(store.favourites, (number) => store.calls.lastCompany(number));
  const recordings = await openRecordings({ config, store, line, removalNow, log });
  shutdown.add('recordings', () => recordings.close());
  const temporaryFolder = await openTemporaryFolder(config.dataDir);
  const voice = openVoice(config, log, temporaryFolder);
  const transcriber = openTranscriber(config, log, temporaryFolder);
  const trials = new FlowTrials();
  const register = createCallRegister({
    config,
    store,
    line,
    devices,
    trials,
    trunk,
    tape: recordings.tape,
    speech: voice,
    transcriber,
    companyOf,
    log,
  });
  await devices.start();
  shutdown.add('devices', () => devices.stop());
  clock.done('connection to Asterisk, devices');
  const recovered = await register.load();
  if (recovered > 0) log.info('calls of an earlier process are taken over', { calls: recovered });
  const flows = createFlowDesk({
    store: store.flows,
    trials,
    isFlowInUse: (flowId) => register.usesFlow(flowId),
  });

  const identity = createIdentity({ store, log, settings: config });
  shutdown.add('identity', () => identity.close());
  await identity.start();

  const phones = await openBrowserPhones({ config, store, devices, pages, identity, pusher, shutdown, log });
  const numbers = createNumberDesk({
    favourites: store.favourites,
    holds: store.holds,
    flows: createFlowLookup(store.flows),
    companyOf,
    permitNumber: (number) => permitNumber(number, config.policy),
  });
  const desks = { calls: register, flows, devices, journal: store.journal };
  const { authenticator, own } = identity;
  const spending = (): SpendingView => viewSpending(trunk.use(), config.policy);
  const hasTrunk = config.trunk !== undefined;
  shutdown.add('gateway watch', watchLine(line, { hasTrunk, journal: store.journal, log }));
  const asteriskAge = asterisk.age;
  const health = healthSources({ version: packageVersion, line, hasTrunk, asteriskAge, store, faults });
  const report = createHealthReport(health);
  const mcp = createMcpOnDemand({
    ...desks,
    numbers,
    health: report,
    spending,
    authenticator,
    own,
    metadataUrl: (path) => identity.metadataUrl(path),
    version: packageVersion,
    log,
  });
  const provisioning = createProvisioning({ store: store.devices });
  const http = createHttpApp({
    ...desks,
    authenticator,
    auth: (readBody) => identity.authRoutes(readBody),
    routes: furtherRoutes({
      tokens: identity.tokens,
      sessions: identity.sessions,
      webhooks: webhooks.desk,
      numbers,
      recordings: recordings.desk,
      spending,
      system: createSystemReport({
        config,
        health: report,
        spending,
        trunkFault: () => line.trunkFault(),
        trunkIsReachable: () => line.trunk.isReachable,
        trunkIsRegistered: () => line.registration.isRegistered,
      }),
      provisioning: { provisioning, publicUrl: config.publicUrl },
      testRing: createTestRing({
        telephony,
        devices: () => devices.list(),
        permitAddress: (deviceId) => devices.permitAddress(deviceId),
        ringSeconds: config.deviceRingSeconds,
        sound: config.greeting,
        speech: voice,
        log,
      }),
      flowTrial: { calls: register, flows },
      browserPhone: { phones, ice: { stun: config.nat.stun, turn: config.turn } },
      push: pusher,
      persons: { calls: register, journal: store.journal },
    }),
    sockets: [new PhoneSurface({ ariUrl: asterisk.ari.ariUrl, pages, log })],
    mcp: mcp.middleware,
    phoneAccounts: servePhoneAccounts(provisioning),
    health,
    log,
    publicUrl: config.publicUrl,
    certificate,
  });
  signal.throwIfAborted();
  await http.listen(config.host, config.port);
  shutdown.add('http', () => http.close());
  shutdown.add('record', await recordService(config.dataDir, config));
  clock.done('sign-in, detector, HTTP');
  shutdown.add('mcp', () => mcp.close()); // before http, which waits for its open streams
  const { oldEvents } = store;
  shutdown.add(
    'old events',
    keepEvents({ events: oldEvents, keepDays: config.eventKeepDays, now: removalNow, log }),
  );
  shutdown.add('adoption', sweepOnConnection(telephony, register, log));
  void voice.prepare();
  void transcriber.prepare();
  // Ended first, so that clients are still notified.
  shutdown.add('calls', (mode) =>
    register.close({ endCalls: mode === 'stop' && asterisk.embedded !== undefined }),
  );
  return {
    async createFirstSignIn() {
      const token = await identity.createFirstToken();
      return token === undefined ? undefined : { token, link: await identity.createLink() };
    },
    answers: () => healthAnswers(config),
    stop: () => shutdown.run('stop'),
  };
}
