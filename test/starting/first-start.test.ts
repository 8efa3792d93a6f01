import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startGatewayProcess } from '../../rig/gateway-process.ts';
import { findFreePorts } from '../rig/free-ports.ts';

test("a first start that fails leaves the owner's first token to the next one", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hf-'));
  const first = await findFreePorts(4);
  const [taken, free, nobody, media] = [0, 1, 2, 3].map((n) => first + n).map(String);
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    PUBLIC_URL: '',
    OWNER_TOKEN: '',
    OIDC_ISSUER: '',
    TRUNK_HOST: '',
    ARI_URL: `http://127.0.0.1:${nobody}`,
    ARI_USERNAME: 'holdfast',
    ARI_PASSWORD: 'secret-of-nobody',
    MEDIA_PORT: `${media}`,
    MEDIA_USERNAME: 'holdfast',
    MEDIA_PASSWORD: 'secret-of-nobody',
  };
  const printed: string[] = [];
  const start = (port: string | undefined) =>
    startGatewayProcess({ ...environment, PORT: `${port}` }, (line) => printed.push(line));
  const squatter = createServer().listen(Number(taken), '127.0.0.1');
  await once(squatter, 'listening');
  try {
    await start(taken).then(
      () => assert.unreachable('it started on a port that another program has'),
      (error: Error) => assert.match(error.message, /set PORT to a free port/),
    );
    const gateway = await start(free);
    try {
      const all = printed.join('\n');
      const token = /hf_pat_\S+/.exec(all)?.[0];
      assert.ok(token, `no token\n${all}`);
      const headers = { authorization: `Bearer ${token}` };
      assert.is((await fetch(`http://127.0.0.1:${free}/api/v1/calls`, { headers })).status, 200);
      assert.match(all, /Open this within \d+ minutes/);
    } finally {
      await gateway.stop();
    }
  } finally {
    squatter.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test.run();
