import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readLiveRecord } from '../../src/embedded/asterisk-process.ts';
import { isRunning } from '../../src/embedded/running-process.ts';
import { gatewayFolders, startGateway } from '../../src/embedded/gateway.ts';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { patienceSeconds } from '../rig/patience.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { SideBySide, World } from '../rig/world.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';

const world = await World.open();
const all = new SideBySide();

/** One death for both calls: a gateway's start keeps a core busy for seconds. */
let killing: ReturnType<typeof kill> | undefined;
const whenKilled = (): ReturnType<typeof kill> => (killing ??= kill());

async function kill() {
  const gateway = await world.gateway();
  const [{ phone: kitchen }, { phone: talker }] = await Promise.all([
    addPhone(gateway, 'kitchen'),
    addPhone(gateway, 'talker'),
  ]);
  world.owns(kitchen);
  world.owns(talker);
  const talking = await CallStory.place(gateway, {
    number: '+12025550113',
    mode: 'direct',
    device: 'talker',
  });
  await talking.untilStatus('connected');
  const held = await CallStory.place(gateway, { number: '+12025550131', transfer_to: 'kitchen' });
  await held.until('hold_detected');
  let closed = false;
  talker.on('CALL_CLOSED', () => (closed = true));
  await gateway.killAndRestart();
  const adopted = await held.view();
  return { gateway, talker, talking, held, adopted, isClosed: () => closed };
}

all.add(
  test,
  'the app is killed in mid-hold: the call is taken over and reaches person and owner',
  async () => {
    const { held, adopted } = await whenKilled();
    assert.is(adopted.status, 'on_hold');
    await held.untilStatus('connected');
    await held.hangUp();
    assert.equal(held.statuses, [
      'trying',
      'on_hold',
      'human_detected',
      'transferring',
      'connected',
      'ended',
    ]);
  },
);

all.add(test, 'the app is killed while the owner talks: the talk goes on', async () => {
  const { talker, talking, isClosed } = await whenKilled();
  assert.is((await talking.view()).status, 'connected');
  assert.is(isClosed(), false);
  await talker.hangUp();
  const view = await talking.untilOver();
  assert.is(view.end_reason, 'hangup_owner');
});
all.add(
  test,
  'Asterisk dies: calls end with a reason, devices are pushed again, the next call works',
  async () => {
    const gateway = await world.gateway();
    const { phone, view: device } = await addPhone(gateway, 'survivor');
    world.owns(phone);
    const call = await CallStory.place(gateway, { number: '+12025550124' });
    await call.untilStatus('on_hold');
    const record = await readLiveRecord(gatewayFolders(gateway.dataDir).recordFile);
    assert.ok(record);
    process.kill(record.process.pid, 'SIGKILL');
    const view = await call.untilOver();
    assert.is(view.status, 'failed');
    assert.is(view.end_reason, 'gateway_error');
    await gateway.waitForEvent(
      (event) =>
        event.type === 'device_online' &&
        event.data['device'] === device.id &&
        event.id > lastOffline(gateway.events),
      'device_online after the restart',
    );
    const next = await CallStory.place(gateway, {
      number: '+12025550113',
      mode: 'direct',
      device: 'survivor',
    });
    await next.untilStatus('connected');
    await next.hangUp();
    assert.is(await gateway.leftovers(), '');
  },
);

/** One gateway for both: it is killed, and ends in order later. */
let twice: Promise<RunningGateway> | undefined;
const turn = new Turnstile(1);
const addTurn = (name: string, scenario: (gateway: RunningGateway) => Promise<void>): void =>
  all.add(test, name, () => turn.pass(async () => scenario(await (twice ??= world.gateway()))));

addTurn(
  'the far end hangs up while the app is away: the call is ended at the next start',
  async (gateway) => {
    const call = await CallStory.place(gateway, { number: '+12025550123' });
    await call.untilStatus('on_hold');
    process.kill(gateway.pid, 'SIGKILL');
    // The company hangs up after 5 s; the ear's own channels go only with the next start.
    while ((await gateway.cli('core show channels concise')).includes(`${call.id}.far`)) await delay(100);
    await gateway.start();
    const view = await call.untilOver();
    assert.is(view.end_reason, 'hangup_remote');
    assert.is(await gateway.leftovers(), '');
  },
);

addTurn('SIGTERM ends calls with shutdown and leaves nothing running', async (gateway) => {
  const call = await CallStory.place(gateway, { number: '+12025550124' });
  await call.untilStatus('on_hold');
  const record = await readLiveRecord(gatewayFolders(gateway.dataDir).recordFile);
  assert.ok(record);
  await gateway.terminate();
  assert.is(isRunning(record.process), false);
  await gateway.start();
  const view = await call.view();
  assert.is(view.status, 'ended');
  assert.is(view.end_reason, 'shutdown');
});

all.add(
  test,
  'with an external Asterisk SIGTERM leaves the call up, and the next start takes it over',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'hf-ext-'));
    const ports = {
      ariPort: await findFreePorts(),
      mediaPort: await findFreePorts(),
      sipPort: await findFreePorts(),
    };
    const rtp = await findFreePorts(100);
    const asterisk = await startGateway({
      dataDir,
      ...ports,
      sipHost: '127.0.0.1',
      rtpPortStart: rtp,
      rtpPortEnd: rtp + 99,
      trunk: {
        host: `127.0.0.1:${world.company.sipPort}`,
        username: 'gateway',
        password: 'trunk-password',
        register: false,
      },
      progress: () => undefined,
    });
    world.owns({
      stop: async () => {
        await asterisk.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    });
    const gateway = await world.gateway({
      ARI_URL: asterisk.ariUrl,
      ARI_USERNAME: asterisk.ariUsername,
      ARI_PASSWORD: asterisk.ariPassword,
      MEDIA_PORT: String(ports.mediaPort),
      MEDIA_USERNAME: asterisk.mediaUsername,
      MEDIA_PASSWORD: asterisk.mediaPassword,
    });
    const health = await gateway.client.request<{ asterisk: Record<string, unknown> }>('GET', '/health');
    assert.equal(Object.keys(health.asterisk), ['ok', 'version'], 'nobody here knows the age of that one');
    const call = await CallStory.place(gateway, { number: '+12025550124' });
    await call.until('hold_detected');
    await gateway.terminate();
    assert.match(await asterisk.runCli('core show channels concise'), new RegExp(`${call.id}|PJSIP/trunk`));
    await gateway.start();
    assert.is((await call.view()).status, 'on_hold');
    await call.until('audio_classified', patienceSeconds, call.typesOf('audio_classified').length + 1);
    const view = await call.hangUp();
    assert.is(view.end_reason, 'hangup_api');
    assert.not.match(await asterisk.runCli('core show channels concise'), /PJSIP|Snoop|WebSocket/);
  },
);

function lastOffline(events: readonly { id: number; type: string }[]): number {
  return events.findLast(({ type }) => type === 'device_offline')?.id ?? 0;
}

test('every scenario is over, and nothing is left of the calls that survived', async () => {
  await all.done();
  assert.is(await (await whenKilled()).gateway.leftovers(), '');
});

test.after(() => world.close());

test.run();
