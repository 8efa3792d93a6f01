import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openCoturn } from '../../rig/network-programs.ts';
import { findFreePorts } from './free-ports.ts';

const startMs = 20_000;
const relayPorts = 40;

export interface Relay {
  /** `TURN_URL` and `TURN_SECRET` of the service that sends browsers here. */
  readonly url: string;
  readonly secret: string;
  stop(): Promise<void>;
}

/** Debian's coturn on 127.0.0.1, which checks the short-lived credentials by the secret alone. */
export async function startRelay(): Promise<Relay> {
  const { command, leadingArgs } = await openCoturn(console.error);
  const port = await findFreePorts();
  const first = await findFreePorts(relayPorts);
  const secret = 'relay-secret-of-these-tests';
  const child = spawn(
    command,
    [
      ...leadingArgs,
      ...['-n', '--no-cli', '--no-tls', '--no-dtls', '--fingerprint', '--realm=holdfast'],
      ...['--use-auth-secret', `--static-auth-secret=${secret}`],
      ...['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`],
      ...[`--min-port=${first}`, `--max-port=${first + relayPorts - 1}`],
      // The gateway of a test is on this machine, which a relay on the Internet must not reach into.
      '--allow-loopback-peers',
      ...['--log-file=stdout', '--simple-log', '--pidfile=', '--verbose'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = once(child, 'exit');
  let said = '';
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-8_000);
        if (/listener.*opened on: 127\.0\.0\.1/.test(said)) resolve();
      });
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, startMs).unref());
  await Promise.race([listening, exited, late]);
  if (child.exitCode !== null || !/opened on/.test(said)) {
    child.kill('SIGKILL');
    throw new Error(`the relay does not listen: ${said}`);
  }
  return {
    url: `turn:127.0.0.1:${port}`,
    secret,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
