import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockDataDir } from '../../src/wiring/process/instance-lock.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { starts } from '../rig/running-gateway.ts';
import { SideBySide } from '../rig/world.ts';
import { patienceSeconds } from '../rig/patience.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');
/** The service ends by itself, and says that it did not in order, when its own patience is over (28 s). */
const endSeconds = patienceSeconds;

/** A service that is only just starting. */
class StartingService {
  readonly folder: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown[]>;
  readonly #port: string;
  output = '';

  static async begin(environment: (folder: string) => Record<string, string> = () => ({})) {
    const folder = await mkdtemp(path.join(tmpdir(), 'hf-'));
    const first = await findFreePorts(105);
    return new StartingService(folder, {
      HOST: '127.0.0.1',
      PORT: String(first),
      DATA_DIR: folder,
      DATABASE_URL: '',
      ARI_URL: '',
      ARI_PORT: String(first + 1),
      MEDIA_PORT: String(first + 2),
      SIP_HOST: '127.0.0.1',
      SIP_PORT: String(first + 3),
      RTP_PORT_START: String(first + 4),
      RTP_PORT_END: String(first + 103),
      SIP_TLS_PORT: String(first + 104),
      TRUNK_HOST: '',
      OIDC_ISSUER: '',
      LOG_LEVEL: 'debug',
      ...environment(folder),
    });
  }

  private constructor(folder: string, environment: Record<string, string>) {
    this.folder = folder;
    this.#port = environment['PORT'] ?? '';
    this.#child = spawn(process.execPath, ['bin/ensure.mjs', 'src/main.ts'], {
      cwd: projectFolder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#exited = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  has(file: string): boolean {
    return existsSync(path.join(this.folder, file));
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    const deadline = Date.now() + patienceSeconds * 1000;
    while (!holds()) {
      assert.ok(this.#child.exitCode === null && Date.now() < deadline, `never: ${what}\n${this.output}`);
      await delay(5);
    }
  }

  /** As when a terminal is closed, or what the output is piped to has ended. */
  stopReading(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  fetch(route: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.#port}${route}`);
  }

  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGHUP' = 'SIGTERM'): void {
    this.#child.kill(name);
  }

  /** Ends it, and looks that nothing is left. */
  async assertEndsClean(): Promise<void> {
    this.signal();
    await this.assertGone();
  }

  /** What a test that failed leaves is ended with it. */
  async assertGone(): Promise<void> {
    try {
      await this.#expectGone();
    } catch (error) {
      this.#child.kill('SIGKILL');
      for (const { pid } of this.#processes()) process.kill(pid, 'SIGKILL');
      throw error;
    }
  }

  async #expectGone(): Promise<void> {
    const late = delay(endSeconds * 1000, 'late' as const, { ref: false });
    const how = await Promise.race([this.#exited, late]);
    assert.is.not(how, 'late', `it did not end\n${this.output}`);
    // The signal by itself ends a Node that has not read the service yet.
    assert.ok(
      this.#child.exitCode === 0 || this.#child.signalCode === 'SIGTERM',
      `it ended with ${this.#child.exitCode ?? this.#child.signalCode}\n${this.output}`,
    );
    // Who holds a lock, and an interrupted download, end with their pipes, a moment later.
    const deadline = Date.now() + 15_000;
    while (this.#processes().length > 0 && Date.now() < deadline) await delay(20);
    assert.equal(
      this.#processes().map(({ command }) => command),
      [],
      this.output,
    );
    assert.not.ok(this.has('asterisk/instance.json'), 'a record of Asterisk');
    assert.not.ok(this.has('asterisk/run/asterisk.ctl'), 'a control socket of Asterisk');
    await (await lockDataDir(this.folder)).release();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Whatever has the data folder in its command line: Asterisk, its CLI, who holds the lock, apt. */
  #processes(): { pid: number; command: string }[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => ({ pid: Number(pid), command: commandLine(pid) }))
      .filter(({ command }) => command.includes(this.folder));
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended
  }
}

/** Beside the other files, and in one queue with their starts: a service that is told to end needs a machine that lets it. */
const all = new SideBySide();
const add = (name: string, scenario: () => Promise<void>): void =>
  all.add(test, name, () => starts.pass(scenario));

for (const seconds of [0.05, 0.2, 0.5, 1, 1.5, 2.5])
  add(`a service that is told to end ${seconds} s after its start leaves nothing`, async () => {
    const service = await StartingService.begin();
    await delay(seconds * 1000);
    await service.assertEndsClean();
  });

for (const [what, file] of [
  ['it has just locked its folder', 'instance.lock'],
  ['its Asterisk boots', 'asterisk/instance.json'],
  ['Asterisk has its control socket', 'asterisk/run/asterisk.ctl'],
  ['its database is made', 'holdfast.db'],
  ['its database has its first table', 'holdfast.db-wal'],
] as const)
  add(`told to end when ${what} it leaves nothing`, async () => {
    const service = await StartingService.begin();
    await service.until(() => service.has(file), what);
    await service.assertEndsClean();
  });

add('told to end when it is ready it leaves nothing', async () => {
  const service = await StartingService.begin();
  await service.until(() => service.output.includes('Holdfast is ready'), 'ready');
  await service.assertEndsClean();
});

add(
  'a service whose output nobody reads any more goes on, and ends in order when its terminal is closed',
  async () => {
    const service = await StartingService.begin();
    await service.until(() => service.output.includes('Holdfast is ready'), 'ready');
    service.stopReading();
    for (let n = 0; n < 20; n++) await service.fetch('/api/v1/calls'); // each is logged
    const health = (await (await service.fetch('/health')).json()) as { faults: number };
    assert.is(health.faults, 0);
    service.signal('SIGHUP');
    await service.assertGone();
  },
);

add('told to end again and again it ends in order all the same', async () => {
  const service = await StartingService.begin();
  await service.until(() => service.output.includes('Holdfast is ready'), 'ready');
  service.signal('SIGINT');
  for (let n = 0; n < 5; n++) {
    await delay(50);
    service.signal(n % 2 === 0 ? 'SIGTERM' : 'SIGINT');
  }
  await service.assertGone();
});

add('told to end while packages are brought it ends what brings them', async () => {
  const service = await StartingService.begin((folder) => ({
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    PATH: `${folder}:${process.env['PATH']}`,
  }));
  // A mirror that answers slowly, as the service meets it.
  const slow = path.join(service.folder, 'apt-get');
  const runs = path.join(service.folder, 'apt-runs');
  await writeFile(
    slow,
    `#!/bin/sh\n[ "$1" = indextargets ] && exec /usr/bin/apt-get "$@"\n>"${runs}"\nexec tail -f "${runs}"\n`,
  );
  await chmod(slow, 0o755);
  await service.until(() => service.has('apt-runs'), 'apt runs');
  await service.assertEndsClean(); // what it runs would go on for ever
});

test.run();
