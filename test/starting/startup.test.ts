import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { startGatewayProcess } from '../../rig/gateway-process.ts';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { openAuthority } from '../../src/sip/authority.ts';
import { visitOverHttps } from '../rig/https-visit.ts';
import { startCaddy, startNginx } from '../rig/reverse-proxy.ts';
import { SideBySide, World } from '../rig/world.ts';

const world = await World.open();
const all = new SideBySide();

/** The last words of a start that fails. */
async function failure(environment: Record<string, string>): Promise<string> {
  try {
    const gateway = await startGatewayProcess(environment, () => undefined);
    await gateway.stop();
    return 'it started';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

all.add(
  test,
  'a second service on the same data folder is refused, and the first keeps its call',
  async () => {
    const gateway = await world.gateway();
    const call = await CallStory.place(gateway, { number: '+12025550124' });
    await call.untilStatus('on_hold');
    assert.match(await failure(gateway.environment), /another Holdfast runs with DATA_DIR/);
    assert.is((await call.view()).status, 'on_hold');
    await call.hangUp();
    assert.is(await gateway.leftovers(), '');
  },
);

all.add(
  test,
  'a start that fails after a crash leaves the calls of before alone; the next removes what was said',
  async () => {
    const gateway = await world.gateway();
    const call = await CallStory.place(gateway, { number: '+12025550124' });
    await call.untilStatus('on_hold');
    process.kill(gateway.pid, 'SIGKILL');
    await gateway.untilGone();
    const said = join(gateway.environment['DATA_DIR'] ?? '', 'temporary', 'holdfast-speech-1');
    await mkdir(said, { recursive: true });
    await writeFile(join(said, 'text'), 'It is about my contract.');
    const squatter = createServer().listen(Number(gateway.environment['PORT']), '127.0.0.1');
    await once(squatter, 'listening');
    try {
      assert.match(
        await failure(gateway.environment),
        /127\.0\.0\.1 is in use by another program; set PORT to a free port/,
      );
    } finally {
      squatter.close();
    }
    await once(squatter, 'close');
    await gateway.start();
    assert.not(existsSync(said));
    assert.is((await call.view()).status, 'on_hold');
    await call.hangUp();
    assert.is(await gateway.leftovers(), '');
  },
);

for (const [name, environment, expected] of [
  ['PORT', { PORT: 'eighty' }, /PORT must be a port/],
  ['PORT and LOG_LEVEL', { PORT: '0', LOG_LEVEL: 'loud' }, /PORT must be a port[^]*LOG_LEVEL must be one of/],
  ['OWNER_TOKEN', { OWNER_TOKEN: 'short' }, /OWNER_TOKEN/],
  ['CALLER_ID', { CALLER_ID: '5551234' }, /CALLER_ID/],
  [
    'HTTPS_CERT_FILE',
    { HTTPS_CERT_FILE: '/nowhere.pem', HTTPS_KEY_FILE: '/nowhere-key.pem', PUBLIC_URL: '' },
    /HTTPS_CERT_FILE cannot be read/,
  ],
  ['ARI_USERNAME', { ARI_URL: 'http://127.0.0.1:1' }, /ARI_USERNAME/],
  ['DATA_DIR', { DATA_DIR: '/proc/none/holdfast' }, /DATA_DIR=\/proc\/none\/holdfast cannot be made: ENOENT/],
] as const)
  all.add(test, `an invalid ${name} is named and nothing is started`, async () => {
    assert.match(await failure({ DATA_DIR: world.companyDir, ...environment }), expected);
  });

/** For these names, of an authority that is made for it. */
async function certify(names: string[]): Promise<{ certificateFile: string; keyFile: string; ca: string }> {
  const folder = await mkdtemp(join(world.companyDir, 'tls-'));
  const authority = await openAuthority(join(folder, 'ca'), Date.now());
  const { certificate, key } = await authority.issue(names, Date.now());
  const [certificateFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certificateFile, certificate), writeFile(keyFile, key)]);
  return { certificateFile, keyFile, ca: authority.root };
}

all.add(test, 'without a trunk, and https by itself: it serves, and says why it cannot dial', async () => {
  const { certificateFile, keyFile, ca } = await certify(['127.0.0.1']);
  const files = { HTTPS_CERT_FILE: certificateFile, HTTPS_KEY_FILE: keyFile };
  const gateway = await world.gateway({ ...files, TRUNK_HOST: '', PUBLIC_URL: '' }, { authority: ca });
  assert.ok(gateway.output.some((line) => line.includes(`ready at ${gateway.url}`)));
  await visitOverHttps({ url: gateway.url, ca, token: gateway.token });
  const { phone } = await addPhone(gateway, 'firstphone');
  world.owns(phone);
  await CallStory.place(gateway, { number: '+12025550100' }).then(
    () => assert.unreachable('it dialled without a trunk'),
    (error: Error) => assert.match(error.message, /503 .*TRUNK_HOST/),
  );
});

all.add(test, 'behind nginx, and behind Caddy, as docs/https.md has them', async () => {
  const { ca, ...files } = await certify(['localhost']);
  const port = await findFreePorts();
  const url = `https://localhost:${port}`;
  const gateway = await world.gateway({ TRUNK_HOST: '', PUBLIC_URL: url });
  const behindPort = Number(gateway.environment['PORT']);
  for (const startProxy of [startNginx, startCaddy]) {
    const folder = join(world.companyDir, startProxy.name);
    const proxy = await startProxy({ ...files, folder, port, behindPort });
    try {
      await visitOverHttps({ url, ca, token: gateway.token });
    } finally {
      await proxy.stop();
    }
  }
});

all.add(test, 'a missing Asterisk is waited for, and /health says so', async () => {
  const gateway = await world.gateway(
    {
      ARI_URL: `http://127.0.0.1:${await findFreePorts()}`,
      ARI_USERNAME: 'holdfast',
      ARI_PASSWORD: 'secret-of-nobody',
      MEDIA_USERNAME: 'holdfast',
      MEDIA_PASSWORD: 'secret-of-nobody',
    },
    { awaitsAsterisk: false },
  );
  const health = (await (await fetch(`${gateway.url}/health`)).json()) as { status: string };
  assert.is(health.status, 'degraded');
  await CallStory.place(gateway, { number: '+12025550100' }).then(
    () => assert.unreachable('it dialled without Asterisk'),
    (error: Error) => assert.match(error.message, /503 .*Asterisk/),
  );
});

test('every scenario is over', () => all.done());

test.after(() => world.close());

test.run();
