import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { SideBySide, World } from '../rig/world.ts';
import { eventually } from '../asterisk/stage.ts';

/** MAX_CALL_MINUTES holds when the app is not there to keep it: Asterisk ends every leg itself. */
const maxCallSeconds = 36;
/** Asterisk ends a leg this much after the app would have. */
const marginSeconds = 5;
/** For a busy machine, and for the moments between the request and the dial: nothing else would end the legs so soon. */
const lateSeconds = 25;

const world = await World.open();
const all = new SideBySide();

const startBrief = (): Promise<RunningGateway> =>
  world.gateway({ MAX_CALL_MINUTES: String(maxCallSeconds / 60), ANSWER_TIMEOUT_SECONDS: '60' });

/** Names of the channels that Asterisk has. */
async function channels(gateway: RunningGateway): Promise<string[]> {
  const lines = await gateway.cli('core show channels concise');
  return lines
    .split('\n')
    .filter((line) => line.includes('!'))
    .map((line) => line.split('!')[0] ?? '');
}

/** @returns seconds since `sinceMs` until Asterisk has no channel any more. */
async function secondsUntilEmpty(gateway: RunningGateway, sinceMs: number): Promise<number> {
  const deadline = sinceMs + (maxCallSeconds + marginSeconds + lateSeconds) * 1000;
  for (;;) {
    const left = await channels(gateway);
    if (left.length === 0) return (Date.now() - sinceMs) / 1000;
    assert.ok(Date.now() < deadline, `still there after the limit: ${left.join()}`);
    await delay(100);
  }
}

all.add(test, 'the app is killed: calls on hold, ringing and connected end at their limit', async () => {
  const gateway = await startBrief();
  const { phone } = await addPhone(gateway, 'orphan');
  world.owns(phone);
  const talking = await CallStory.place(gateway, {
    number: '+12025550113',
    mode: 'direct',
    device: 'orphan',
  });
  const holding = await CallStory.place(gateway, { number: '+12025550124' });
  const ringing = await CallStory.place(gateway, { number: '+12025550102' });
  const lastBegunAtMs = Date.now();
  await Promise.all([
    talking.untilStatus('connected'),
    holding.untilStatus('on_hold'),
    ringing.untilStatus('ringing'),
  ]);
  let phoneClosed = false;
  phone.on('CALL_CLOSED', () => (phoneClosed = true));
  process.kill(gateway.pid, 'SIGKILL');
  await gateway.untilGone();
  const trunkLegs = (await channels(gateway)).filter((name) => name.startsWith('PJSIP/trunk'));
  assert.is(trunkLegs.length, 3, 'all are up when the app is gone');
  // Numbers that no other call of this file has.
  const onlyHere = /12025550113|12025550102/;
  assert.match(await world.company.runCli('core show channels'), onlyHere);

  const seconds = await secondsUntilEmpty(gateway, lastBegunAtMs);
  assert.ok(seconds > maxCallSeconds, `the last one ended after ${seconds} s, before its limit`);
  assert.ok(phoneClosed, 'the phone was told');
  const companyHasNone = async () => !onlyHere.test(await world.company.runCli('core show channels'));
  await eventually(companyHasNone, 'the company was told', 5000); // its Asterisk ends its legs a moment after ours

  await gateway.start();
  for (const call of [talking, holding, ringing])
    assert.is((await call.untilOver()).end_reason, 'max_duration');
  assert.is(await gateway.leftovers(), '');
});

all.add(test, 'the app hangs: the legs end at their limit, and what listens to them with them', async () => {
  const gateway = await startBrief();
  const call = await CallStory.place(gateway, { number: '+12025550124' });
  const begunAtMs = Date.now();
  await call.until('audio_classified');
  process.kill(gateway.pid, 'SIGSTOP');
  try {
    const kinds = (await channels(gateway)).map((name) => name.split('/')[0] ?? '').sort();
    assert.equal(kinds, ['PJSIP', 'Snoop', 'WebSocket']);
    await secondsUntilEmpty(gateway, begunAtMs);
  } finally {
    process.kill(gateway.pid, 'SIGCONT');
  }
  assert.is((await call.untilOver()).end_reason, 'max_duration');
  assert.equal(await channels(gateway), []);
});

test('every scenario is over', () => all.done());

test.after(() => world.close());

test.run();
