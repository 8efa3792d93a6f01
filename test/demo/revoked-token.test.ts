import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { patienceSeconds } from '../rig/patience.ts';

const exported = {
  OIDC_ISSUER: 'https://id.example.net',
  OIDC_CLIENT_ID: 'holdfast',
  OWNER: 'anna',
  ARI_URL: 'http://192.0.2.1:8088',
  MEDIA_HOST: '192.0.2.2',
};

/** Starts the demo without a call. @param until called with what it has said so far; true: enough, it is interrupted. */
async function runDemo(
  dataDir: string,
  until: (said: string) => Promise<boolean> | boolean,
): Promise<{ code: number | null; complaint: string }> {
  const demo = spawn(process.execPath, ['bin/ensure.mjs', 'demo/main.ts', '--no-call'], {
    // With the settings of the service that it runs beside.
    env: { ...process.env, ...exported, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceSeconds * 1000,
    killSignal: 'SIGKILL',
  });
  try {
    const exited = once(demo, 'exit');
    let complaint = '';
    demo.stderr.on('data', (text: Buffer) => (complaint += String(text)));
    let said = '';
    let isEnough = false;
    for await (const chunk of demo.stdout.iterator({ destroyOnReturn: false })) {
      said += String(chunk);
      isEnough = await until(said);
      if (isEnough) break;
    }
    demo.stdout.resume();
    if (isEnough) demo.kill('SIGINT');
    const [code] = (await exited) as [number | null];
    return { code, complaint };
  } finally {
    demo.kill('SIGKILL');
  }
}

test('the demo whose token was revoked says which file to remove, and then starts', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hf-demo-100%20-'));
  const file = path.join(dataDir, 'demo', 'owner-token');
  try {
    const first = await runDemo(dataDir, async (said) => {
      const [, url] = /stays up: +(\S+)/.exec(said) ?? [];
      if (url === undefined || !said.includes('Ctrl-C ends it')) return false;
      const authorization = `Bearer ${(await readFile(file, 'utf8')).trim()}`;
      const headers = { authorization };
      const revoked = await fetch(`${url}/api/v1/tokens/pat_configured`, { method: 'DELETE', headers });
      assert.is(revoked.status, 200);
      return true;
    });
    assert.is(first.code, 130, first.complaint);
    const second = await runDemo(dataDir, () => false);
    assert.is(second.code, 1);
    assert.match(second.complaint, `demo: the demo's token was revoked; remove ${file}, and`);
    await rm(file);
    const third = await runDemo(dataDir, (said) => said.includes('Ctrl-C ends it'));
    assert.is(third.code, 130, third.complaint);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test.run();
