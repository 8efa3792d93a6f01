import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { readSamples } from '../rig/sound.ts';
import { SideBySide, World } from '../rig/world.ts';

const world = await World.open();
const gateway = await world.gateway();
const all = new SideBySide();

const outcomes: [number: string, what: string, reason: string, error: RegExp][] = [
  ['+12025550101', 'busy', 'busy', /busy/i],
  ['+12025550102', 'a far end that rings for ever', 'no_answer', /./],
  ['+12025550103', 'a rejected call', 'rejected', /./],
  ['+12025550104', 'congestion', 'unreachable', /congest/i],
  ['+12025550105', 'a number that does not exist', 'invalid_number', /./],
];
for (const [number, what, reason, error] of outcomes)
  all.add(test, `${what} is reported as ${reason}`, async () => {
    const call = await CallStory.place(gateway, { number });
    const view = await call.untilOver();
    assert.is(view.status, 'failed');
    assert.is(view.end_reason, reason);
    assert.match(view.error ?? '', error);
    assert.is(call.typesOf('call_failed')[0]?.data['reason'], reason);
    assert.is(call.typesOf('call_ringing').length, reason === 'no_answer' ? 1 : 0);
  });

all.add(test, 'early media is heard before any answer', async () => {
  const call = await CallStory.place(gateway, { number: '+12025550106' });
  const view = await call.untilOver();
  assert.is(view.end_reason, 'no_answer');
  assert.ok(call.typesOf('audio_classified').some(({ data }) => data['audio_type'] !== 'silence'));
  assert.equal(call.statuses, ['trying', 'ringing', 'failed']);
});

all.add(
  test,
  'a queue that plays music before it answers is waited in for longer than a far end may ring',
  async () => {
    const call = await CallStory.place(gateway, { number: '+12025550135' });
    await call.untilStatus('human_detected');
    assert.equal(call.statuses.slice(0, 4), ['trying', 'ringing', 'on_hold', 'human_detected']);
    await call.hangUp();
  },
);

all.add(test, 'the far end hangs up on hold', async () => {
  const call = await CallStory.place(gateway, { number: '+12025550123' });
  const view = await call.untilOver();
  assert.is(view.status, 'ended');
  assert.is(view.end_reason, 'hangup_remote');
  assert.ok(view.hold_time > 3, `hold_time ${view.hold_time}`);
  assert.equal(call.statuses, ['trying', 'on_hold', 'ended']);
});

all.add(test, 'the owner hangs up a call that still rings', async () => {
  const call = await CallStory.place(gateway, { number: '+12025550102' });
  await call.untilStatus('ringing');
  const view = await call.hangUp();
  assert.is(view.status, 'ended');
  assert.is(view.end_reason, 'hangup_api');
});

all.add(test, 'a call in one state too long is ended by its maximum duration', async () => {
  const brief = await world.gateway({ MAX_CALL_MINUTES: '0.1' });
  // Asterisk would end it after 11 s; a machine that has no time may take that long by itself, but not each time.
  const durations: number[] = [];
  while (durations.length < 3 && !durations.some((seconds) => seconds < 9)) {
    const call = await CallStory.place(brief, { number: '+12025550124' });
    const view = await call.untilOver();
    assert.is(view.end_reason, 'max_duration');
    durations.push(view.duration);
  }
  assert.ok(Math.min(...durations) > 5 && Math.min(...durations) < 9, `durations ${durations.join()}`);
  assert.is(await brief.leftovers(), '');
});

all.add(test, 'a trunk that is not there is reported as unreachable', async () => {
  const alone = await world.gateway({ TRUNK_HOST: '127.0.0.1:9' });
  const call = await CallStory.place(alone, { number: '+12025550100' });
  const view = await call.untilOver();
  assert.is(view.status, 'failed');
  assert.is(view.end_reason, 'unreachable');
  assert.is(await alone.leftovers(), '');
});

all.add(test, 'the hold ends when its time is over', async () => {
  const flow = await gateway.client.request<{ id: string }>('POST', '/api/v1/call-flows', {
    name: 'Patient for three seconds',
    company: 'Nobody',
    phone_number: '+12025550124',
    steps: [{ id: 'queue', type: 'HOLD', timeout: 3 }],
  });
  const call = await CallStory.place(gateway, { number: '+12025550124', call_flow_id: flow.id });
  const view = await call.untilOver();
  assert.is(view.status, 'failed');
  assert.is(view.end_reason, 'hold_timeout');
  const after = await gateway.client.request<{ fail_count: number; success_count: number }>(
    'GET',
    `/api/v1/call-flows/${flow.id}`,
  );
  assert.equal([after.success_count, after.fail_count], [0, 1]);
});

all.add(test, 'the far end hears continuous silence while it holds', async () => {
  const call = await CallStory.place(gateway, { number: '+12025550109' });
  await call.untilStatus('on_hold');
  await call.untilOver();
  const [recording] = await world.recordings('+12025550109', 'heard');
  assert.ok(recording, 'the company recorded nothing');
  // The company's recording grows with each packet it hears; without silence packets it stays empty.
  const seconds = (await readSamples(recording)).length / 8000;
  assert.ok(seconds > 15, `the company heard ${seconds} s of the 20 s on hold`);
});

test('nothing is left over', async () => {
  await all.done();
  assert.is(await gateway.leftovers(), '');
});

test.after(() => world.close());

test.run();
