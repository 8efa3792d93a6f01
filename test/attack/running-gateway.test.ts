import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { patienceSeconds } from '../rig/patience.ts';
import { World } from '../rig/world.ts';
import { HeldCall } from './fuzz/held-call.ts';
import { Thrower } from './fuzz/thrower.ts';
import { findLeaks } from './fuzz/verdict.ts';
import { findHang, readVitalSigns, type VitalSigns } from './fuzz/vital-signs.ts';
import { sendBytes } from './target.ts';

const test = suite('attacks: the gateway while a call is held');

const messagesToEachPort = 300;
const seed = 20_261_121;
/** The service lets go within its own time-outs, Asterisk of a web client after 30 s. */
const settleMs = 45_000;

const upgrade =
  'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** These tests yield the processor to those that look at time, so only that an answer comes says something. */
const findsHang = () => findHang(gateway, patienceSeconds);

const world = await World.open();
const gateway = await world.gateway();
const call = await HeldCall.place(gateway);
const before = await readVitalSigns(gateway);

test('one request to the media port ends nothing', async () => {
  for (const target of ['//', 'http://[', 'http://[::1', '//[', '/media'])
    assert.match(
      await sendBytes(Number(gateway.environment['MEDIA_PORT']), `GET ${target} HTTP/1.1\r\n${upgrade}`),
      /^HTTP\/1\.1 40[01] /,
      target,
    );
  assert.is(await findsHang(), undefined);
  assert.is(await call.status(), 'on_hold');
});

test(`${messagesToEachPort} mutated messages to each port: it lives and answers, leaks nothing, and the call is held`, async () => {
  const thrower = new Thrower(gateway, seed);
  await thrower.run(messagesToEachPort);
  for (const [port, count] of Object.entries(thrower.sent))
    if (port !== 'sip_tcp') assert.ok(count >= messagesToEachPort, `${port} ${count}`); // not every gateway has it
  assert.is(await findsHang(), undefined);
  assert.equal(findLeaks(before, await settled()), []);
  assert.is(await call.status(), 'on_hold');
  const health = (await (await fetch(`${gateway.url}/health`)).json()) as { status: string; faults: number };
  assert.equal([health.status, health.faults], ['ok', 0]);
  await call.hangUp();
  assert.is(await gateway.leftovers(), '');
});

/** As soon as nothing leaks, at the latest when every time-out is over. */
async function settled(): Promise<VitalSigns> {
  const deadline = performance.now() + settleMs;
  for (;;) {
    const signs = await readVitalSigns(gateway);
    if (findLeaks(before, signs).length === 0 || performance.now() > deadline) return signs;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test.after(() => world.close());

test.run();
