import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { startGatewayProcess } from '../../rig/gateway-process.ts';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { findFreePorts } from '../rig/free-ports.ts';
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

all.add(test, 'a start that fails after a crash leaves the calls of before alone', async () => {
  const gateway = await world.gateway();
  const call = await CallStory.place(gateway, { number: '+12025550124' });
  await call.untilStatus('on_hold');
  process.kill(gateway.pid, 'SIGKILL');
  await gateway.untilGone();
  const squatter = createServer().listen(Number(gateway.environment['PORT']), '127.0.0.1');
  await once(squatter, 'listening');
  try {
    assert.match(await failure(gateway.environment), /cannot listen at 127\.0\.0\.1/);
  } finally {
    squatter.close();
  }
  await once(squatter, 'close');
  await gateway.start();
  assert.is((await call.view()).status, 'on_hold');
  await call.hangUp();
  assert.is(await gateway.leftovers(), '');
});

for (const [name, environment, expected] of [
  ['PORT', { PORT: 'eighty' }, /PORT must be a number/],
  ['OWNER_TOKEN', { OWNER_TOKEN: 'short' }, /OWNER_TOKEN/],
  ['CALLER_ID', { CALLER_ID: '5551234' }, /CALLER_ID/],
  ['ARI_USERNAME', { ARI_URL: 'http://127.0.0.1:1' }, /ARI_USERNAME/],
] as const)
  all.add(test, `a wrong ${name} is named and nothing is started`, async () => {
    assert.match(await failure({ DATA_DIR: world.companyDir, ...environment }), expected);
  });

all.add(test, 'without a trunk it serves, knows its first phone, and says why it cannot dial', async () => {
  const gateway = await world.gateway({ TRUNK_HOST: '' });
  const { phone } = await addPhone(gateway, 'firstphone');
  world.owns(phone);
  await CallStory.place(gateway, { number: '+12025550100' }).then(
    () => assert.unreachable('it dialled without a trunk'),
    (error: Error) => assert.match(error.message, /503 .*TRUNK_HOST/),
  );
});

all.add(test, 'an Asterisk that is not there is waited for, and /health says so', async () => {
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
