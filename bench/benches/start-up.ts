import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '../../test/rig/free-ports.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../report.ts';
import { seconds } from '../report.ts';
import { highest, median } from '../statistics.ts';

const runs = 7;
const limitSeconds = 3;
const startDeadlineMs = 60_000;
const stopDeadlineMs = 30_000;
const projectFolder = path.resolve(import.meta.dirname, '../..');

/** Seconds from the spawn of `npm start`. */
interface Start {
  ready: number;
  /** What the app reports about its start, in its own order. */
  steps: Record<string, number>;
}

/** Measures `npm start` on a machine that has everything, until the line that says "ready". */
export const startUp: Bench = {
  name: 'start-up',
  title: '`npm start` → ready',
  async run(stage) {
    const folder = await mkdtemp(path.join(tmpdir(), 'hf-'));
    stage.atEnd(() => rm(folder, { recursive: true, force: true }));
    const environment = await environmentIn(folder);
    await startOnce(environment); // makes the database and fills the caches
    const starts: Start[] = [];
    for (let n = 1; n <= runs; n++) {
      stage.progress(`start ${n} of ${runs}`);
      starts.push(await startOnce(environment));
    }
    return report(starts);
  },
};

async function environmentIn(folder: string): Promise<Record<string, string>> {
  const rtp = await findFreePorts(200);
  return {
    HOST: '127.0.0.1',
    PORT: String(await findFreePorts()),
    PUBLIC_URL: '',
    DATA_DIR: folder,
    DATABASE_URL: '',
    ARI_URL: '',
    ARI_PORT: String(await findFreePorts()),
    MEDIA_PORT: String(await findFreePorts()),
    SIP_HOST: '127.0.0.1',
    SIP_PORT: String(await findFreePorts()),
    SIP_TLS_PORT: String(await findFreePorts()),
    SIP_DOMAIN: '127.0.0.1',
    RTP_PORT_START: String(rtp),
    RTP_PORT_END: String(rtp + 199),
    // Nobody answers there; a start does not wait for the trunk.
    TRUNK_HOST: `127.0.0.1:${await findFreePorts()}`,
    TRUNK_USERNAME: 'bench',
    TRUNK_PASSWORD: 'bench-password',
    CALLER_ID: '+12025550199',
    OIDC_ISSUER: '',
    LOG_LEVEL: 'debug',
  };
}

async function startOnce(environment: Record<string, string>): Promise<Start> {
  const spawnedAtMs = performance.now();
  // A separate process group: npm, its shell and the app are signalled together, as a terminal's Ctrl-C does.
  const child = spawn('npm', ['start', '--silent'], {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const pid = child.pid ?? 0;
  const ended = once(child, 'close');
  const lines: string[] = [];
  const steps: Record<string, number> = {};
  const ready = new Promise<number>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const atSeconds = (performance.now() - spawnedAtMs) / 1_000;
        Object.assign(steps, stepsOf(line));
        if (line.includes('Holdfast is ready')) resolve(atSeconds);
      });
  });
  const deadline = wait(startDeadlineMs, undefined, { ref: false });
  const atSeconds = await Promise.race([ready, ended.then(() => undefined), deadline]);
  await wait(100); // the log comes through another pipe
  if (isAlive(pid)) process.kill(-pid, 'SIGTERM');
  await Promise.race([ended, wait(stopDeadlineMs, undefined, { ref: false })]);
  if (isAlive(pid)) process.kill(-pid, 'SIGKILL');
  if (atSeconds === undefined) throw new Error(`the gateway did not start:\n${lines.slice(-20).join('\n')}`);
  return { ready: atSeconds, steps };
}

/** The app's log line `started` holds the seconds of each step. */
function stepsOf(line: string): Record<string, number> {
  if (!line.startsWith('{')) return {};
  const { message, steps = [] } = JSON.parse(line) as {
    message?: string;
    steps?: { step: string; seconds: number }[];
  };
  return message === 'started' ? Object.fromEntries(steps.map((one) => [one.step, one.seconds])) : {};
}

/** Whether anything of the process group that the process leads still runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

function report(starts: readonly Start[]): Report {
  const ready = starts.map((start) => start.ready);
  const names = Object.keys(starts[0]?.steps ?? {});
  const of = (name: string): number[] => starts.map(({ steps }) => steps[name] ?? NaN);
  const inApp = starts.map(({ steps }) => Object.values(steps).reduce((sum, step) => sum + step, 0));
  const outside = starts.map((start, n) => start.ready - (inApp[n] ?? NaN));
  const row = (what: string, values: readonly number[]): string[] => [
    what,
    seconds(median(values)),
    seconds(highest(values)),
  ];
  return {
    goals: [{ what: 'Ready, median', measured: median(ready), limit: limitSeconds, unit: 's' }],
    tables: [
      {
        columns: [`${starts.length} starts`, 'median', 'highest'],
        rows: [
          row('`npm start` → ready', ready),
          ...(names.length === 0 ? [] : [row('of which: npm, and Node until it runs the app', outside)]),
          ...names.map((name) => row(`of which: ${name}`, of(name))),
        ],
      },
    ],
    notes: [
      'Everything is installed, the database exists, and no Asterisk runs: each start boots its own and ends it afterwards.',
    ],
  };
}
