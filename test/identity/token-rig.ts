import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bearer, type TestGateway } from './rig.ts';

export async function createToken(gateway: TestGateway, secret: string, body: object): Promise<Response> {
  return fetch(`${gateway.url}/api/v1/tokens`, {
    method: 'POST',
    headers: { ...bearer(secret), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export async function statusWith(gateway: TestGateway, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${gateway.url}/api/v1/anything`, { headers });
  await response.body?.cancel();
  return response.status;
}

export function fakeRequest(secret: string) {
  const headers = bearer(secret);
  // The authenticator reads headers only.
  return { method: 'GET', headers, rawHeaders: ['Authorization', headers.authorization] } as never;
}

export async function runTerminal(gateway: TestGateway, argv: string[], environment: NodeJS.ProcessEnv = {}) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(
    process.execPath,
    [path.join(root, 'bin/ensure.mjs'), 'src/token-command/main.ts', ...argv],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: gateway.databaseUrl,
        DATA_DIR: path.dirname(fileURLToPath(gateway.databaseUrl)),
        ...environment,
      },
    },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number, stdout, stderr };
}
