import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { openCoturn } from '../../rig/network-programs.ts';
import { findFreePorts } from './free-ports.ts';
import { patienceSeconds } from './patience.ts';

const startMs = patienceSeconds * 1000;
const relayPorts = 40;
const opened = /listener.*opened on: 127\.0\.0\.1/;

export interface Relay {
  /** `TURN_URL` and `TURN_SECRET` of the service that sends browsers here. */
  readonly url: string;
  readonly secret: string;
  /** Ends it; what it carried is lost. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Asterisk gives browsers this address and answers from it; with loopback, the relay would see the answer come from elsewhere. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.1';

/** Debian's coturn on 127.0.0.1, which checks the short-lived credentials with the secret alone. */
export async function startRelay(): Promise<Relay> {
  const port = await findFreePorts();
  const first = await findFreePorts(relayPorts);
  const secret = 'relay-secret-of-these-tests';
  const args = [
    ...['-n', '--no-cli', '--no-tls', '--no-dtls', '--fingerprint', '--realm=holdfast'],
    ...['--use-auth-secret', `--static-auth-secret=${secret}`],
    ...['--listening-ip=127.0.0.1', `--relay-ip=${ownAddress()}`, `--listening-port=${port}`],
    ...[`--min-port=${first}`, `--max-port=${first + relayPorts - 1}`],
    // The gateway of a test is on this machine; a relay on the Internet must not allow such addresses.
    '--allow-loopback-peers',
    ...['--log-file=stdout', '--simple-log', '--pidfile=', '--verbose'],
  ];
  let running = await run(args);
  return {
    url: `turn:127.0.0.1:${port}`,
    secret,
    stop: () => running.stop(),
    async restart() {
      await running.stop();
      running = await run(args);
    },
  };
}

async function run(args: readonly string[]): Promise<{ stop: () => Promise<void> }> {
  const { command, leadingArgs } = await openCoturn(console.error);
  const child = spawn(command, [...leadingArgs, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let said = '';
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-8_000);
        if (opened.test(said)) resolve();
      });
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, startMs).unref());
  await Promise.race([listening, exited, late]);
  if (child.exitCode !== null || !opened.test(said)) {
    child.kill('SIGKILL');
    throw new Error(`the relay does not listen: ${said}`);
  }
  return {
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
