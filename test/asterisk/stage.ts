import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AsteriskSide, type TelephonySetup, createTelephony } from '../../src/asterisk/index.ts';
import type { Leg, LegEvent, Telephony } from '../../src/calls/telephony.ts';
import type { DeviceLines } from '../../src/devices/desk.ts';
import { startPhoneCompany, type PhoneCompany } from '../../rig/phone-company/phone-company.ts';
import { type EmbeddedAsterisk, gatewayFolders, startGateway } from '../../src/embedded/gateway.ts';
import type { Log } from '../../src/log/log.ts';
import type { ThreadProgram } from '../../src/media/thread-link.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { patienceSeconds } from '../rig/patience.ts';

/** A gateway's Asterisk, a phone company and the telephony under test, on ports of their own. */
export interface Stage {
  gateway: EmbeddedAsterisk;
  company: PhoneCompany;
  telephony: Telephony;
  media: AsteriskSide['media'];
  tapes: AsteriskSide['tapes'];
  lines: DeviceLines;
  /** What the telephony under test was made from. */
  setup: TelephonySetup;
  recordDir: string;
  /** The gateway's. */
  dataDir: string;
  reloadSip(): Promise<void>;
  /** Where the phone company's Asterisk has its files. */
  companyDir: string;
  sipPort: number;
  /** Of a stage with TLS. */
  sipTlsPort: number;
  ari(path: string, method?: string): Promise<unknown>;
  /** What the telephony logged, level first. */
  logged: string[];
  /** Ends the telephony as the app's end does, leaving in Asterisk what is there. */
  endApp(): Promise<void>;
  /** Ends the telephony and makes a new one, as a restart of the app does. */
  restartApp(): Promise<void>;
  /** Kills Asterisk, which its keeper then restarts. */
  killAsterisk(): Promise<void>;
  stop(): Promise<void>;
}

export const callerId = '+12025550199';

export interface StageOptions {
  /** Another address of loopback, for a company that is not on the gateway's network. */
  companyHost?: string;
  withTls?: boolean;
  /** The thread that listens, where it is not the usual one. */
  program?: ThreadProgram;
  tapePieceSeconds?: number;
  talkGraceSeconds?: number;
}

/**
 * Every stage has these: ari-client keeps one login for all of a process (`swagger.authorizations` in its lib/client.js), and a process has
 * several stages at a time.
 */
const secrets = JSON.stringify({
  ariPassword: randomBytes(32).toString('base64url'),
  mediaPassword: randomBytes(32).toString('base64url'),
});

export async function setStage(options: StageOptions = {}): Promise<Stage> {
  const opened = new Opened();
  try {
    return await openStage(options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** What was opened is closed whatever else fails, the last first. */
class Opened {
  readonly #closings: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closings.unshift(close);
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closings) await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'the stage did not close');
  }
}

async function openStage(
  { companyHost = '127.0.0.1', withTls, program, tapePieceSeconds, talkGraceSeconds }: StageOptions,
  opened: Opened,
): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'hf-tel-'));
  opened.add(() => rm(dir, { recursive: true, force: true }));
  const recordDir = join(dir, 'heard');
  const firstPort = await findFreePorts(600);
  const [ariPort, mediaPort, sipPort, companyPort] = [firstPort, firstPort + 1, firstPort + 2, firstPort + 3];
  const { stateDir } = gatewayFolders(join(dir, 'gateway'));
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  await writeFile(join(stateDir, 'secrets.json'), secrets, { mode: 0o600 });
  const logged: string[] = [];
  const log = memoryLog(logged);
  const startGw = (): Promise<EmbeddedAsterisk> =>
    startGateway({
      dataDir: join(dir, 'gateway'),
      ariPort,
      mediaPort,
      sipHost: '127.0.0.1',
      sipPort,
      ...(withTls === true ? { sipTlsPort: firstPort + 4 } : {}),
      rtpPortStart: firstPort + 10,
      rtpPortEnd: firstPort + 299,
      trunk: {
        host: `${companyHost}:${companyPort}`,
        username: 'holdfast',
        password: 'trunk-secret',
        register: false,
      },
      progress: () => undefined,
    });
  const starting = [
    startGw(),
    startPhoneCompany({
      dir: join(dir, 'company'),
      sipHost: companyHost,
      sipPort: companyPort,
      rtpPortStart: firstPort + 300,
      rtpPortEnd: firstPort + 599,
      trunkUsername: 'holdfast',
      trunkPassword: 'trunk-secret',
      gatewaySipPort: sipPort,
      recordDir,
      progress: () => undefined,
    }),
  ] as const;
  // Both are waited for, even if one fails: the other has to be stopped.
  for (const one of await Promise.allSettled(starting))
    if (one.status === 'fulfilled') opened.add(() => one.value.stop());
  const [gateway, company] = await Promise.all(starting);
  const setup: TelephonySetup = {
    ariUrl: gateway.ariUrl,
    username: gateway.ariUsername,
    password: gateway.ariPassword,
    media: {
      host: '127.0.0.1',
      port: mediaPort,
      username: gateway.mediaUsername,
      password: gateway.mediaPassword,
      ...(program === undefined ? {} : { program }),
    },
    trunk: { configured: true, callerId },
    ...(tapePieceSeconds === undefined ? {} : { tapePieceSeconds }),
    ...(talkGraceSeconds === undefined ? {} : { talkGraceSeconds }),
    log,
  };
  let app = await createTelephony(setup);
  opened.add(() => app.close());
  return {
    gateway,
    company,
    setup,
    get telephony() {
      return app.telephony;
    },
    get media() {
      return app.media;
    },
    get tapes() {
      return app.tapes;
    },
    dataDir: join(dir, 'gateway'),
    sipTlsPort: firstPort + 4,
    reloadSip: () => app.reloadSip(),
    get lines() {
      return app.lines;
    },
    recordDir,
    companyDir: join(dir, 'company'),
    sipPort,
    logged,
    async ari(path, method = 'GET') {
      const authorization = `Basic ${Buffer.from(`${gateway.ariUsername}:${gateway.ariPassword}`).toString('base64')}`;
      const response = await fetch(`${gateway.ariUrl}/ari/${path}`, { method, headers: { authorization } });
      const text = await response.text();
      return text === '' ? undefined : JSON.parse(text);
    },
    endApp: () => app.close(),
    async restartApp() {
      await app.close();
      app = await createTelephony(setup);
    },
    async killAsterisk() {
      const ended = new Promise<void>((resolve) => gateway.onExit(() => resolve()));
      process.kill(gateway.pid, 'SIGKILL');
      await ended;
    },
    stop: () => opened.close(),
  };
}

function memoryLog(lines: string[]): Log {
  const at =
    (level: string) =>
    (message: string, fields?: Record<string, unknown>): void => {
      lines.push(`${level} ${message} ${fields === undefined ? '' : JSON.stringify(fields)}`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Resolves when `holds` does; asked every 20 ms. A limit of its own has what would also come by itself, later. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  milliseconds = patienceSeconds * 1000,
): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${milliseconds} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The events of a leg, kept as they come. */
export function follow(leg: Leg): {
  events: LegEvent[];
  until(kind: LegEvent['kind']): Promise<LegEvent>;
} {
  const events: LegEvent[] = [];
  leg.subscribe((event) => events.push(event));
  return {
    events,
    async until(kind) {
      await eventually(() => events.some((event) => event.kind === kind), `${leg.id} ${kind}`);
      return events.find((event) => event.kind === kind) as LegEvent;
    },
  };
}

/** Fails when Asterisk still has a channel or bridge of one of these calls. */
export async function assertNothingLeft(stage: Stage, ...callIds: string[]): Promise<void> {
  const left = async (): Promise<string[]> => {
    const [channels, bridges] = (await Promise.all([stage.ari('channels'), stage.ari('bridges')])) as {
      id: string;
    }[][];
    return [...(channels ?? []), ...(bridges ?? [])]
      .map(({ id }) => id)
      .filter((id) => callIds.some((callId) => id.startsWith(`${callId}.`)));
  };
  await eventually(
    async () => (await left()).length === 0,
    `nothing left of ${callIds.join()}`,
    15_000,
  ).catch(async (error: unknown) => {
    throw new Error(`${String(error)}: ${(await left()).join()}`);
  });
}
