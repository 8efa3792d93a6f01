import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openCaddy, openNginx } from '../../rig/network-programs.ts';
import type { RunnableProgram } from '../../src/provision/tree-program.ts';
import { patienceSeconds } from './patience.ts';

const guide = new URL('../../docs/https.md', import.meta.url);
const startMs = patienceSeconds * 1000;

export interface ProxyPlace {
  /** A separate folder for its files. */
  readonly folder: string;
  /** Its https port on `localhost`. */
  readonly port: number;
  /** The service's own port. */
  readonly behindPort: number;
  readonly certificateFile: string;
  readonly keyFile: string;
}

export interface RunningProxy {
  stop(): Promise<void>;
}

/** The first code block of docs/https.md in a language. */
async function documented(language: string): Promise<string> {
  const text = await readFile(guide, 'utf8');
  const block = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)?.[1];
  if (block === undefined) throw new Error(`docs/https.md has no block for ${language}`);
  return block;
}

function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((present, [from, to]) => {
    if (!present.includes(from)) throw new Error(`docs/https.md no longer says ${from}`);
    return present.replace(from, to);
  }, text);
}

/** Debian's nginx with the documented block. */
export async function startNginx(place: ProxyPlace): Promise<RunningProxy> {
  const { folder, port, behindPort, certificateFile, keyFile } = place;
  await mkdir(folder, { recursive: true });
  const block = replaced(await documented('nginx'), [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['server_name holdfast.example', 'server_name localhost'],
    ['/etc/ssl/holdfast.pem', certificateFile],
    ['/etc/ssl/holdfast-key.pem', keyFile],
    ['127.0.0.1:8080', `127.0.0.1:${behindPort}`],
  ]);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(folder, 'nginx.conf');
  const owner = process.getuid?.() === 0 ? 'user root;\n' : '';
  await writeFile(
    file,
    `${owner}daemon off;
pid ${folder}/pid;
events {}
http {
access_log off;
${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${block}}
`,
  );
  const program = await openNginx(console.error);
  return start(program, ['-e', 'stderr', '-p', folder, '-c', file], port);
}

/** Debian's Caddy with the documented block. */
export async function startCaddy(place: ProxyPlace): Promise<RunningProxy> {
  const { folder, port, behindPort, certificateFile, keyFile } = place;
  await mkdir(folder, { recursive: true });
  const block = replaced(await documented('caddyfile'), [
    ['holdfast.example {', `https://localhost:${port} {\n    tls ${certificateFile} ${keyFile}`],
    ['127.0.0.1:8080', `127.0.0.1:${behindPort}`],
  ]);
  const file = join(folder, 'Caddyfile');
  // Without its default ports, and without its own certificates.
  await writeFile(file, `{\n    admin off\n    auto_https disable_redirects\n}\n${block}`);
  const program = await openCaddy(console.error);
  return start(program, ['run', '--config', file, '--adapter', 'caddyfile'], port, {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
}

async function start(
  { command, leadingArgs }: RunnableProgram,
  args: readonly string[],
  port: number,
  environment: Record<string, string> = {},
): Promise<RunningProxy> {
  const child = spawn(command, [...leadingArgs, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  const exited = once(child, 'exit');
  const deadline = Date.now() + startMs;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the proxy does not listen: ${said}`);
    }
    await delay(50);
  }
  return {
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isThere = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isThere;
}
