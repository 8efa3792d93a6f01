import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../src/domain/errors.ts';
import { gatewayFolders } from '../../src/embedded/gateway.ts';
import { startGateway } from '../../src/embedded/gateway.ts';
import { assertPortFree } from '../../src/embedded/listening-ports.ts';
import { isRunning, lookUpProcess, parseStat } from '../../src/embedded/running-process.ts';
import { askAri, freeGatewayOptions, processesUsing, withDataDir, withGateway } from './asterisk-stage.ts';
import { patienceSeconds } from '../rig/patience.ts';
import { until } from '../rig/until.ts';

const refusal =
  (...fragments: string[]) =>
  (error: unknown) =>
    error instanceof AppError && fragments.every((fragment) => error.detail.includes(fragment));

async function rejects(promise: Promise<unknown>, expects: (error: unknown) => boolean): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(expects(error), `unexpected: ${String(error)}`);
}

test('boots without a warning, answers ARI with its login only, and leaves nothing behind', () =>
  withGateway(async (gateway, { dataDir }) => {
    const log = await readFile(join(dataDir, 'asterisk/log/asterisk.log'), 'utf8');
    assert.not.match(log, /WARNING|ERROR/, log);
    assert.is((await askAri(gateway, '/asterisk/ping')).status, 200);
    assert.is((await askAri(gateway, '/asterisk/ping', 'wrong')).status, 401);
    assert.match(await gateway.runCli('core show channels'), /0 active channels/);
    const environment = (await readFile(`/proc/${gateway.pid}/environ`, 'utf8')).split('\0');
    assert.ok(
      environment.some((entry) => entry.startsWith('RES_OPTIONS=timeout:1 attempts:2 no-aaaa')),
      'a DNS server that does not answer would keep it from booting for 40 s',
    );

    const secrets = join(dataDir, 'asterisk/secrets.json');
    assert.is((await stat(secrets)).mode & 0o777, 0o600);
    assert.is((await stat(join(dataDir, 'asterisk/etc/ari.conf'))).mode & 0o777, 0o600);

    assert.equal(processesUsing(dataDir), [gateway.pid]);
    await gateway.stop();
    assert.ok(gateway.stopped);
    assert.equal(processesUsing(dataDir), []);
    assert.not.ok(existsSync(gatewayFolders(dataDir).runDir));
  }));

test('only the configured trunk exists', () =>
  withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    const trunk = { host: '127.0.0.1:9', username: 'user', password: '[p]ass;w[or]d]', register: true };
    const gateway = await startGateway({ ...options, trunk });
    try {
      assert.match(await gateway.runCli('pjsip show endpoint trunk'), /trunk\/sip:127\.0\.0\.1:9/);
      assert.match(await gateway.runCli('pjsip show endpoint trunk'), /from_domain +: 127\.0\.0\.1\n/);
      assert.match(await gateway.runCli('pjsip show auth trunk-auth'), /password +: \[p\]ass;w\[or\]d\]\n/);
      assert.match(await gateway.runCli('pjsip show registrations'), /trunk-registration/);
    } finally {
      await gateway.stop();
    }
    const without = await startGateway(options);
    try {
      assert.match(await without.runCli('pjsip show endpoints'), /No objects found/);
    } finally {
      await without.stop();
    }
  }));

test("a stranger's INVITE is refused, also under the trunk's name", () =>
  withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    // The trunk is elsewhere, so that this machine is a stranger.
    const gateway = await startGateway({ ...options, trunk: { host: '192.0.2.1', register: false } });
    try {
      assert.is(await invite(options.sipPort, 'stranger'), 401);
      assert.is(await invite(options.sipPort, 'trunk'), 401);
    } finally {
      await gateway.stop();
    }
  }));

test('survives the SIGKILL of its app; the next start takes it over', () =>
  withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    const first = spawn(process.execPath, ['--import', 'tsx', 'test/provision/abandoned-gateway.mts'], {
      env: { ...process.env, GATEWAY_OPTIONS: JSON.stringify(options) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const firstPid = Number(String((await once(first.stdout, 'data'))[0]));
    first.kill('SIGKILL');
    await once(first, 'exit');

    const second = await startGateway(options);
    try {
      assert.ok(second.adopted);
      assert.is(second.pid, firstPid);
      assert.is((await askAri(second, '/asterisk/ping')).status, 200);
    } finally {
      await second.stop();
    }
    assert.equal(processesUsing(dataDir), []);
  }));

test('an Asterisk left running is restarted when its configuration changed and no call is up', () =>
  withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    const first = await startGateway(options);
    first.detach();
    const second = await startGateway({ ...options, trunk: { host: '127.0.0.1:9', register: false } });
    try {
      assert.not.ok(second.adopted);
      assert.is.not(second.pid, first.pid);
    } finally {
      await second.stop();
    }
    assert.equal(processesUsing(dataDir), []);
  }));

test('is restarted after it was killed, and says so', () =>
  withGateway(async (gateway) => {
    const killed = gateway.pid;
    const keepWaiting = setInterval(() => undefined, 1_000); // the instance alone keeps no process alive
    const told = new Promise<boolean>((resolve) => gateway.onExit((info) => resolve(info.willRestart)));
    process.kill(killed, 'SIGKILL');
    assert.ok(await told);
    clearInterval(keepWaiting);
    let status = 0;
    let hasMissed = false;
    for (const deadline = Date.now() + 90_000; status !== 200 && Date.now() < deadline;) {
      // Between the crash and the next start it does not answer; while it boots it does not hang.
      if (gateway.pid !== killed && !(await gateway.answers(5_000))) hasMissed = true;
      status = await askAri(gateway, '/asterisk/ping').then(
        (answer) => answer.status,
        () => 0,
      );
    }
    assert.is(status, 200);
    assert.is.not(gateway.pid, killed);
    assert.not.ok(hasMissed, 'a slow boot would be taken for a hanging Asterisk and begin anew');
  }));

test('an Asterisk that hangs is ended while its app still has time, not left to the next start', () =>
  withGateway(async (gateway, { dataDir }) => {
    process.kill(gateway.pid, 'SIGSTOP');
    const startedAtMs = performance.now();
    await gateway.stop();
    assert.equal(processesUsing(dataDir), []);
    const seconds = (performance.now() - startedAtMs) / 1000;
    assert.ok(seconds < 24, `after ${seconds} s; an app that is told to end has 25 s for everything`);
  }));

test('one that hangs while it boots after a crash is ended while its app still has time', () =>
  withGateway(async (gateway, { dataDir }) => {
    const before = gateway.pid;
    process.kill(before, 'SIGKILL');
    await until(() => gateway.pid !== before);
    process.kill(gateway.pid, 'SIGSTOP');
    const beganAtMs = performance.now();
    await gateway.stop();
    assert.equal(processesUsing(dataDir), []);
    const tookSeconds = (performance.now() - beganAtMs) / 1000;
    assert.ok(tookSeconds < 24, `after ${tookSeconds} s; its boot has a minute`);
  }));

test('one that does not answer at first is adopted all the same, since it may carry calls', () =>
  withGateway(async (gateway, options) => {
    const { pid } = gateway;
    gateway.detach();
    process.kill(pid, 'SIGSTOP');
    const said: string[] = [];
    const next = await startGateway({
      ...options,
      answerWithinMs: 4_000,
      progress(line) {
        said.push(line);
        process.kill(pid, 'SIGCONT');
      },
    });
    assert.is(next.adopted, true);
    assert.is(next.pid, pid);
    assert.match(said.join('\n'), /^Asterisk is running and has not answered \(1 of 3 tries/);
    await next.stop();
  }));

test('one that answers none of three looks is replaced', () =>
  withGateway(async (gateway, options) => {
    gateway.detach();
    process.kill(gateway.pid, 'SIGSTOP');
    const said: string[] = [];
    const next = await startGateway({
      ...options,
      answerWithinMs: 200,
      progress: (line) => void said.push(line),
    });
    assert.is(next.adopted, false);
    assert.is.not(next.pid, gateway.pid);
    for (const look of [1, 2, 3]) assert.match(said[look - 1] ?? '', `has not answered (${look} of 3 tries`);
    await next.stop();
    assert.equal(processesUsing(options.dataDir), []);
  }));

test('a start that is ended while it looks at one that does not answer stops it', () =>
  withGateway(async (gateway, options) => {
    gateway.detach();
    process.kill(gateway.pid, 'SIGSTOP');
    const stop = new AbortController();
    const start = startGateway({
      ...options,
      answerWithinMs: 200,
      signal: stop.signal,
      progress: () => stop.abort(new AppError('unavailable', 'the service was told to end')),
    });
    await rejects(start, refusal('told to end'));
    assert.equal(processesUsing(options.dataDir), []);
  }));

test('an app without time left ends it at once, and the next start begins anew', () =>
  withGateway(async (gateway, options) => {
    const { pid } = gateway;
    const exited = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (processesUsing(options.dataDir).length > 0) return;
        clearInterval(timer);
        resolve();
      }, 20);
    });
    gateway.kill();
    await exited;
    const next = await startGateway(options);
    assert.is(next.adopted, false);
    assert.is.not(next.pid, pid);
    await next.stop();
  }));

test('one that was killed is over when its ports are free', () =>
  withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    const sip = {
      host: '127.0.0.1',
      port: options.sipPort,
      portSetting: 'SIP_PORT',
      hostSetting: 'SIP_HOST',
    };
    // Its threads end in any order, and the one that the kernel shows is often not the last.
    for (let round = 0; round < 8; round++) {
      const gateway = await startGateway(options);
      const killed = lookUpProcess(gateway.pid);
      assert.ok(killed !== undefined);
      gateway.kill();
      while (isRunning(killed)) await nextTurn();
      await assertPortFree({ ...sip, protocol: 'udp' });
    }
  }));

test('a start right after a kill waits for the end of what was killed, not for its answer', () =>
  withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    (await startGateway(options)).kill();
    const beganAtMs = performance.now();
    const next = await startGateway({ ...options, answerWithinMs: patienceSeconds * 1000 });
    const seconds = (performance.now() - beganAtMs) / 1000;
    assert.not.ok(next.adopted);
    await next.stop();
    assert.ok(seconds < patienceSeconds, `after ${seconds} s: that long it had to answer`);
  }));

test('a process whose first thread has ended runs as long as another thread does', () => {
  const stat = (state: string, threads: number): string =>
    `4711 (as (ter) isk) ${state} 1 4711 4711 0 -1 4227084 0 0 0 0 0 0 0 0 20 0 ${threads} 0 123456 0 0`;
  const running = { pid: 4711, startTicks: '123456' };
  assert.equal(parseStat(4711, stat('S', 40)), running);
  assert.equal(parseStat(4711, stat('Z', 2)), running);
  assert.is(parseStat(4711, stat('Z', 1)), undefined);
  assert.is(parseStat(4711, stat('X', 1)), undefined);
  assert.equal(parseStat(process.pid, readFileSync('/proc/self/stat', 'utf8')), lookUpProcess(process.pid));
});

test('a port in use is reported with its setting, and nothing is left running', () =>
  withDataDir(async (dataDir) => {
    const options = await freeGatewayOptions(dataDir);
    const blocker = createSocket('udp4').bind(options.sipPort, '127.0.0.1');
    await once(blocker, 'listening');
    try {
      await rejects(startGateway(options), refusal(String(options.sipPort), 'SIP_PORT', 'in use'));
      assert.equal(processesUsing(dataDir), []);
    } finally {
      blocker.close();
    }
  }));

for (const [what, trunk, fragment] of [
  ['a trunk host that would add a setting', { host: 'a\nqualify=no', register: false }, 'TRUNK_'],
  [
    'a password with a line end',
    { host: 'a', username: 'u', password: 'p\n[x]', register: false },
    'TRUNK_PASSWORD',
  ],
] as const) {
  test(`${what} is refused by name`, () =>
    withDataDir(async (dataDir) => {
      await rejects(startGateway({ ...(await freeGatewayOptions(dataDir)), trunk }), refusal(fragment));
      assert.equal(processesUsing(dataDir), []);
    }));
}

/** Sends an INVITE from an address of its own and resolves with the status of the final answer. */
async function invite(port: number, user: string): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const own = socket.address().port;
  const request = [
    `INVITE sip:+12025550100@127.0.0.1:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${own};branch=z9hG4bK${own}`,
    `From: <sip:${user}@127.0.0.1>;tag=1`,
    `To: <sip:+12025550100@127.0.0.1:${port}>`,
    `Call-ID: ${own}`,
    'CSeq: 1 INVITE',
    `Contact: <sip:${user}@127.0.0.1:${own}>`,
    'Max-Forwards: 70',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
  try {
    socket.send(request, port, '127.0.0.1');
    for (;;) {
      const [message] = (await once(socket, 'message', {
        signal: AbortSignal.timeout(patienceSeconds * 1000),
      })) as [Buffer];
      const status = Number(/^SIP\/2\.0 (\d+)/.exec(message.toString())?.[1]);
      if (status >= 200) return status;
    }
  } finally {
    socket.close();
  }
}

test.run();
