import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import type { EventMessage } from '../../rig/gateway-client.ts';
import { GatewayClient } from '../../rig/gateway-client.ts';
import type { GatewayProcess } from '../../rig/gateway-process.ts';
import { startGatewayProcess } from '../../rig/gateway-process.ts';
import { guardUntilEnded } from '../../rig/guarded.ts';
import { readLiveRecord, runCliCommand } from '../../src/embedded/asterisk-process.ts';
import { gatewayFolders } from '../../src/embedded/gateway.ts';
import { findFreePorts } from './free-ports.ts';
import { patienceSeconds } from './patience.ts';
import { Turnstile } from './turnstile.ts';

/** A start keeps a core busy for seconds: twenty at once would starve the calls and phones that are already running. */
export const starts = new Turnstile(2);

/** Two for each leg; far more calls than any test places at once. */
const rtpPorts = 200;

/** The service as a user starts it, with its own process and data folder. */
export interface RunningGateway {
  readonly url: string;
  readonly token: string;
  readonly client: GatewayClient;
  readonly dataDir: string;
  readonly sipPort: number;
  readonly environment: Record<string, string>;
  /** Everything that the service printed. */
  readonly output: string[];
  readonly pid: number;
  /** Every event since the start, in order. */
  readonly events: EventMessage[];
  /** Resolves with the first event, past or future, that fits. */
  waitForEvent(
    fits: (event: EventMessage) => boolean,
    what: string | (() => string),
    seconds?: number,
  ): Promise<EventMessage>;
  /** Kills the app, not its Asterisk, and starts it again. */
  killAndRestart(): Promise<void>;
  /** Ends the process with SIGTERM. */
  terminate(): Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  untilGone(): Promise<void>;
  /** Starts it again after its end. */
  start(): Promise<void>;
  /** Asterisk's own CLI. */
  cli(command: string): Promise<string>;
  /** Channels and bridges that Asterisk still has after those that are just ending (15 s at most) are gone. */
  leftovers(): Promise<string>;
  stop(): Promise<void>;
}

export interface GatewayOptions {
  trunkPort: number;
  environment?: Record<string, string>;
  /** False if its Asterisk is not there: a start ends without it. */
  awaitsAsterisk?: boolean;
  /** The root certificate (PEM) of a service with its own https. */
  authority?: string | undefined;
}

export async function startRunningGateway(options: GatewayOptions): Promise<RunningGateway> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hf-'));
  const [http, ari, media, sip, sipTls] = [
    await findFreePorts(),
    await findFreePorts(),
    await findFreePorts(),
    await findFreePorts(),
    await findFreePorts(),
  ];
  const rtp = await findFreePorts(rtpPorts);
  const token = `hf_pat_${randomBytes(32).toString('base64url')}`;
  const url = `${options.authority === undefined ? 'http' : 'https'}://127.0.0.1:${http}`;
  const environment: Record<string, string> = {
    HOST: '127.0.0.1',
    PORT: String(http),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    OWNER_TOKEN: token,
    ARI_URL: '',
    ARI_PORT: String(ari),
    MEDIA_PORT: String(media),
    SIP_HOST: '127.0.0.1',
    SIP_PORT: String(sip),
    SIP_TLS_PORT: String(sipTls),
    SIP_DOMAIN: '127.0.0.1',
    RTP_PORT_START: String(rtp),
    RTP_PORT_END: String(rtp + rtpPorts - 1),
    TRUNK_HOST: options.trunkPort === 0 ? '' : `127.0.0.1:${options.trunkPort}`,
    TRUNK_USERNAME: 'gateway',
    TRUNK_PASSWORD: 'trunk-password',
    CALLER_ID: '+12025550199',
    MAX_CONCURRENT_CALLS: '100',
    MAX_CALLS_PER_HOUR: '1000',
    // Long enough that a call still rings when a test acts on it, however slow the machine.
    ANSWER_TIMEOUT_SECONDS: '15',
    DEVICE_RING_SECONDS: '8',
    OIDC_ISSUER: '',
    LOG_LEVEL: 'debug',
    ...options.environment,
  };
  const awaitsAsterisk = options.awaitsAsterisk ?? true;
  const { authority } = options;
  return new GatewayUnderTest({
    environment,
    dataDir,
    token,
    url,
    sipPort: Number(environment['SIP_PORT']),
    awaitsAsterisk,
    authority,
  }).begin();
}

type Given = Pick<RunningGateway, 'environment' | 'dataDir' | 'token' | 'url' | 'sipPort'> & {
  awaitsAsterisk: boolean;
  authority: string | undefined;
};

class GatewayUnderTest implements RunningGateway {
  readonly environment: Record<string, string>;
  readonly dataDir: string;
  readonly token: string;
  readonly url: string;
  readonly sipPort: number;
  readonly client: GatewayClient;
  readonly output: string[] = [];
  readonly events: EventMessage[] = [];
  readonly #awaitsAsterisk: boolean;
  readonly #listeners = new Set<(event: EventMessage) => void>();
  #process: GatewayProcess | undefined;
  #closeStream: () => void = () => undefined;
  readonly #release: () => void;

  constructor(given: Given) {
    this.environment = given.environment;
    this.dataDir = given.dataDir;
    this.token = given.token;
    this.url = given.url;
    this.sipPort = given.sipPort;
    this.#awaitsAsterisk = given.awaitsAsterisk;
    this.client = new GatewayClient(given.url, given.token, given.authority);
    // Killed on purpose, the app leaves its Asterisk running.
    const { recordFile } = gatewayFolders(given.dataDir);
    this.#release = guardUntilEnded({ recordFile, folder: given.dataDir });
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async begin(): Promise<this> {
    try {
      await starts.pass(() => this.start()); // not for a restart: a call is waiting for it
    } catch (error) {
      await this.terminate();
      await rm(this.dataDir, { recursive: true, force: true });
      this.#release();
      throw error;
    }
    return this;
  }

  async start(): Promise<void> {
    this.#process = await startGatewayProcess(this.environment, (line) => this.output.push(line));
    const since = this.events.at(-1)?.id ?? 0;
    this.#closeStream = await this.client.follow((event) => {
      this.events.push(event);
      for (const listener of [...this.#listeners]) listener(event);
    }, since);
    if (this.#awaitsAsterisk) await this.#untilHealthy();
  }

  waitForEvent(
    fits: (event: EventMessage) => boolean,
    what: string | (() => string),
    seconds = patienceSeconds,
  ): Promise<EventMessage> {
    const past = this.events.find(fits);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#listeners.delete(listener);
        reject(new Error(`within ${seconds} s there was no ${typeof what === 'string' ? what : what()}`));
      }, seconds * 1000);
      const listener = (event: EventMessage): void => {
        if (!fits(event)) return;
        clearTimeout(timer);
        this.#listeners.delete(listener);
        resolve(event);
      };
      this.#listeners.add(listener);
    });
  }

  async killAndRestart(): Promise<void> {
    this.#closeStream();
    process.kill(this.pid, 'SIGKILL');
    await this.#process?.exited;
    await this.start();
  }

  /** On a busy machine the first connection to Asterisk may be made after the start. */
  async #untilHealthy(): Promise<void> {
    const deadline = Date.now() + patienceSeconds * 1000;
    for (;;) {
      const health = JSON.parse((await this.client.send('GET', '/health')).text) as Record<
        'asterisk' | 'database',
        { ok: boolean }
      >;
      if (health.asterisk.ok && health.database.ok) return;
      if (Date.now() > deadline) throw new Error(`/health still says ${JSON.stringify(health)}`);
      await delay(100);
    }
  }

  async untilGone(): Promise<void> {
    await this.#process?.exited;
  }

  async terminate(): Promise<void> {
    this.#closeStream();
    await this.#process?.stop();
  }

  async cli(command: string): Promise<string> {
    const record = await readLiveRecord(gatewayFolders(this.dataDir).recordFile);
    if (record === undefined) throw new Error('the embedded Asterisk does not run');
    // Without a network card, the CLI reports that before anything else.
    return (await runCliCommand(record, command)).stdout.replace(/^No ethernet interface.*\n/, '');
  }

  async leftovers(): Promise<string> {
    // Asterisk reports the end of a channel a moment before its list drops it.
    const deadline = Date.now() + 15_000;
    for (;;) {
      const left = await this.#listed();
      if (left === '' || Date.now() > deadline) return left;
      await delay(100);
    }
  }

  async #listed(): Promise<string> {
    const channels = await this.cli('core show channels concise');
    const bridges = await this.cli('bridge show all');
    return [...channels.split('\n'), ...bridges.split('\n').slice(1)]
      .filter((line) => line.trim() !== '')
      .join('\n');
  }

  async stop(): Promise<void> {
    await this.terminate();
    await rm(this.dataDir, { recursive: true, force: true });
    this.#release();
  }
}
