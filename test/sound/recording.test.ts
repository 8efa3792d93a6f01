import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readdir } from 'node:fs/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readLiveRecord } from '../../src/embedded/asterisk-process.ts';
import { gatewayFolders } from '../../src/embedded/gateway.ts';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { toneShare, writeTone } from '../rig/sound.ts';
import { until } from '../rig/until.ts';
import { SideBySide, World } from '../rig/world.ts';
import {
  farHz,
  ownerHz,
  rateHz,
  finishSeconds,
  recordingsOf,
  ask,
  listenTo,
  part,
  secondsOf,
  spooled,
  playInBrowser,
} from './recording-rig.ts';

const world = await World.open();

const farTone = path.join(world.companyDir, 'far-tone');
await writeTone(`${farTone}.wav`, farHz, 120);
await world.company.runCli(`dialplan set global FAR_END ${farTone}`);
const ownersVoice = path.join(world.companyDir, 'owner.wav');
await writeTone(ownersVoice, ownerHz);
const farEnd = '+12025550190';
const services = { recording: true };
const gateway = await world.gateway();
const all = new SideBySide();

async function phoneOf(gateway: RunningGateway, name: string, says = ownersVoice): Promise<void> {
  const { phone } = await addPhone(gateway, name, { says });
  world.owns(phone);
}

let lastTurn: Promise<unknown> = Promise.resolve();
/** One after the other. */
function inTurn(name: string, scenario: () => Promise<void>): void {
  const run = lastTurn.then(scenario);
  lastTurn = run.catch(() => undefined);
  all.add(test, name, () => run);
}

all.add(
  test,
  'a talk is recorded, each side on its own channel; it is played, drawn and deleted',
  async () => {
    const gateway = await world.gateway();
    await phoneOf(gateway, 'desk');
    const call = await CallStory.place(gateway, { number: farEnd, mode: 'direct', device: 'desk', services });
    await call.untilStatus('connected');
    const started = await call.until('recording_started');
    const during = (await recordingsOf(call))[0]!;
    assert.equal([during.state, during.id], ['recording', started.data['recording_id']]);
    assert.is((await ask(gateway, during.id)).status, 409, 'it is not there yet');
    assert.is((await ask(gateway, during.id, { method: 'DELETE' })).status, 409);
    await delay(8000); // five whole seconds of it, also where a busy machine loses some
    await call.hangUp();
    const { id, data, owner, far } = await listenTo(call);
    assert.equal(
      [data['path'], data['fault']],
      [path.join(gateway.dataDir, 'recordings', `${id}.wav`), null],
    );
    assert.ok(Math.abs(Number(data['duration']) - owner.length / rateHz) < 0.001);
    assert.ok(secondsOf(far, farHz) >= 5, 'the far end is right');
    assert.is(secondsOf(far, ownerHz), 0, 'the owner is not');
    assert.ok(secondsOf(owner, ownerHz) >= 5, 'the owner is left');
    assert.is(secondsOf(owner, farHz), 0, 'the far end is not');
    // Removed in Asterisk once the file is announced.
    await until(async () => !(await spooled(gateway)).some((name) => name.startsWith(id)));

    const view = (await call.view()) as unknown as { recording: Record<string, unknown> };
    assert.equal(Object.keys(view.recording), ['id', 'duration', 'file_size', 'expires_at']);
    const whole = Buffer.from(await (await ask(gateway, id)).arrayBuffer());
    assert.is(whole.length, data['file_size']);
    const middle = await ask(gateway, id, { headers: { range: 'bytes=100-199' } });
    assert.equal(
      [middle.status, middle.headers.get('content-range'), middle.headers.get('content-type')],
      [206, `bytes 100-199/${whole.length}`, 'audio/wav'],
    );
    assert.equal(Buffer.from(await middle.arrayBuffer()), whole.subarray(100, 200));
    const tail = await ask(gateway, id, { headers: { range: 'bytes=-10' } });
    assert.equal(Buffer.from(await tail.arrayBuffer()), whole.subarray(-10));
    const beyond = await ask(gateway, id, { headers: { range: `bytes=${whole.length}-` } });
    assert.equal([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${whole.length}`]);
    for (const range of ['bytes=5-2', 'bytes=0-1,5-9', 'lines=1-2', 'bytes=-', 'x'.repeat(4000)]) {
      const answer = await ask(gateway, id, { headers: { range } });
      assert.ok([200, 416].includes(answer.status), `${range}: ${answer.status}`);
      await answer.body?.cancel();
    }
    const changed = await ask(gateway, id, { headers: { range: 'bytes=0-9', 'if-range': '"other"' } });
    assert.is(changed.status, 200, 'a part of another file is of no use');
    await changed.body?.cancel();
    const head = await ask(gateway, id, { method: 'HEAD' });
    assert.equal([head.status, head.headers.get('content-length')], [200, String(whole.length)]);

    for (const scope of ['read', 'calls']) {
      const made = { name: scope, scope };
      const { token } = await gateway.client.request<{ token: string }>('POST', '/api/v1/tokens', made);
      const headers = { authorization: `Bearer ${token}` };
      assert.is((await ask(gateway, id, { headers })).status, 403, `${scope} does not hear it`);
      assert.is((await ask(gateway, id, { method: 'DELETE', headers })).status, 403);
      assert.is((await ask(gateway, id, { headers }, '/peaks')).status, 200);
    }

    const peaks = (await (await ask(gateway, id, {}, '/peaks?count=20')).json()) as {
      duration: number;
      owner: number[];
      far: number[];
    };
    assert.ok(peaks.owner.length <= 20 && peaks.far.length === peaks.owner.length);
    assert.ok(Math.max(...peaks.far) > 0.2 && Math.max(...peaks.owner) > 0.2);
    assert.is((await ask(gateway, id, {}, '/peaks?count=0')).status, 400);

    assert.equal(await playInBrowser(gateway, id), { left: ownerHz, right: farHz });

    const reader = (await ask(gateway, id)).body!.getReader();
    const first = await reader.read();
    assert.is((await ask(gateway, id, { method: 'DELETE' })).status, 200);
    let played = first.value?.length ?? 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) played += next.value.length;
    assert.is(played, whole.length, 'who was listening hears it to the end');
    assert.is((await ask(gateway, id)).status, 404);
    assert.is((await ask(gateway, id, { method: 'DELETE' })).status, 404);
    assert.is((await call.until('recording_deleted')).data['recording_id'], id);
    assert.is(((await call.view()) as unknown as { recording: null }).recording, null);
    const files = await readdir(path.join(gateway.dataDir, 'recordings'));
    assert.not.ok(files.some((name) => name.startsWith(id)));
  },
);

all.add(test, 'a held call is recorded from the answer, through the transfer, to the end', async () => {
  await phoneOf(gateway, 'study');
  const call = await CallStory.place(gateway, { number: farEnd, services });
  await call.until('recording_started');
  await delay(14_000); // the ear takes the leg into a bridge of its own after 10 s
  await call.act('transfer', { device: 'study' });
  await call.untilStatus('connected');
  await delay(4000);
  await call.act('resume-hold', { reason: 'on_hold_again' });
  await delay(5000);
  await call.hangUp();
  const { data, owner, far } = await listenTo(call);
  const seconds = Number(data['duration']);
  // Of 23 s and more: a machine that has no time makes Asterisk miss ticks of its clock, 2 s of 62 s for one.
  assert.ok(seconds > 21, `${seconds} s`);
  const heard = secondsOf(far, farHz);
  assert.ok(heard >= Math.floor(seconds) - 3, `the far end is heard all along: ${heard} of ${seconds} s`);
  assert.is(secondsOf(part(owner, 0, 13), ownerHz), 0, 'nobody talks to it on hold');
  assert.ok(secondsOf(owner, ownerHz) >= 3, 'the owner is heard');
  assert.is(secondsOf(far, ownerHz), 0);
});

const frail = world.gateway();
inTurn('the app is killed in mid-call: the recording goes on', async () => {
  const gateway = await frail;
  const call = await CallStory.place(gateway, { number: farEnd, services });
  const { timestamp } = await call.until('recording_started');
  await delay(2000);
  await gateway.killAndRestart();
  await delay(3000);
  assert.equal(
    (await recordingsOf(call)).map(({ state }) => state),
    ['recording'],
  );
  await call.hangUp();
  const over = await call.until('call_ended');
  const { data, far } = await listenTo(call);
  const wanted = (Date.parse(over.timestamp) - Date.parse(timestamp)) / 1000;
  // A machine that has no time makes Asterisk miss ticks of its clock: 2 s of 62 s were seen at a load average of 32 on two cores.
  const seconds = Number(data['duration']);
  assert.ok(seconds > 0.9 * wanted - 1 && seconds < wanted + 1, `${seconds} s of ${wanted} s`);
  assert.ok(secondsOf(far, farHz) >= 0.8 * seconds - 2);
  assert.is(data['fault'], null);
  await until(async () => (await spooled(gateway)).length === 0);
});

inTurn('the call ends while the app is away: its recording is finished at the next start', async () => {
  const gateway = await frail;
  const call = await CallStory.place(gateway, { number: '+12025550123', services });
  await call.until('recording_started');
  process.kill(gateway.pid, 'SIGKILL');
  while ((await gateway.cli('core show channels concise')).includes(`${call.id}.far`)) await delay(100);
  await gateway.start();
  const { data } = await listenTo(call);
  assert.ok(Number(data['duration']) > 3);
  assert.is(data['fault'], null, 'nothing is missing');
});

inTurn('Asterisk is killed: what was written is kept and marked', async () => {
  const gateway = await frail;
  const call = await CallStory.place(gateway, { number: farEnd, services });
  await call.until('recording_started');
  await delay(11_000);
  const record = await readLiveRecord(gatewayFolders(gateway.dataDir).recordFile);
  process.kill(record!.process.pid, 'SIGKILL');
  await call.untilOver();
  const { data, far } = await listenTo(call);
  assert.match(String(data['fault']), /the last seconds are missing/);
  assert.ok(Number(data['duration']) >= 7, `of 11 s ${String(data['duration'])} are there`);
  assert.ok(secondsOf(far, farHz) >= 6);
  const [kept] = await recordingsOf(call);
  assert.equal([kept?.state, kept?.fault], ['kept', data['fault']]);
});

all.add(test, 'in a direct call, too, both sides hear that it is recorded', async () => {
  const noticeHz = 1700;
  const notice = path.join(world.companyDir, 'notice.wav');
  await writeTone(notice, noticeHz, 2);
  const gateway = await world.gateway({ RECORDING_NOTICE: `file:${notice}` });
  await phoneOf(gateway, 'told');
  const call = await CallStory.place(gateway, { number: farEnd, mode: 'direct', device: 'told', services });
  await call.untilStatus('connected');
  await delay(6000);
  await call.hangUp();
  const { owner } = await listenTo(call);
  const shares = Array.from({ length: Math.floor(owner.length / rateHz) }, (_none, second) =>
    toneShare(part(owner, second, second + 1), noticeHz),
  );
  // Mixed with the owner's own voice.
  assert.ok(Math.max(...shares) > 0.2, `${shares.map((share) => share.toFixed(2)).join(' ')}`);
});

all.add(test, 'two calls at once have a recording each; Ogg Opus is a tenth as large and plays', async () => {
  const gateway = await world.gateway({ RECORDING_FORMAT: 'ogg', RECORDING_NOTICE: 'sound:hello-world' });
  const otherVoice = path.join(world.companyDir, 'other.wav');
  await writeTone(otherVoice, 1300);
  await phoneOf(gateway, 'one');
  await phoneOf(gateway, 'two', otherVoice);
  const place = (device: string): Promise<CallStory> =>
    CallStory.place(gateway, { number: farEnd, mode: 'direct', device, services });
  const [one, two] = await Promise.all([place('one'), place('two')]);
  await Promise.all([one.untilStatus('connected'), two.untilStatus('connected')]);
  await delay(6000);
  await Promise.all([one.hangUp(), two.hangUp()]);
  const [first, second] = await Promise.all([
    one.until('recording_stopped', finishSeconds),
    two.until('recording_stopped', finishSeconds),
  ]);
  const id = String(first.data['recording_id']);
  assert.is.not(id, second.data['recording_id']);
  assert.equal(await playInBrowser(gateway, id), { left: ownerHz, right: farHz });
  assert.is((await ask(gateway, id, { method: 'HEAD' })).headers.get('content-type'), 'audio/ogg');
  const bytesPerSecond = Number(first.data['file_size']) / Number(first.data['duration']);
  assert.ok(bytesPerSecond < 4500, `${bytesPerSecond} bytes a second`);
  const list = (await recordingsOf(two)).map(({ id: each }) => each);
  assert.equal(list, [second.data['recording_id']]);
});

test.after(async () => {
  await all.done();
  await world.close();
});
test.run();
