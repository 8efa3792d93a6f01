import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { forgetServerTime, secondsOf } from '../../src/dashboard/state/gateway/clock.ts';
import { LiveCall } from '../../src/dashboard/state/call/live-call.ts';
import { isAboutToRing } from '../../src/dashboard/state/call/rung.ts';
import { stagesOf } from '../../src/dashboard/state/call/stages.ts';
import { tellStory } from '../../src/dashboard/state/call/story.ts';
import { at, event, startedMs, viewOf } from './live-calls.ts';

test('what is heard becomes stretches that touch; the same again only changes how sure it is', () => {
  const live = new LiveCall(viewOf({}));
  live.apply(event(3, 'audio_classified', { audio_type: 'ringing', confidence: 0.8 }));
  live.apply(event(12, 'audio_classified', { audio_type: 'music', confidence: 0.7 }));
  live.apply(event(14, 'audio_classified', { audio_type: 'music', confidence: 0.95 }));
  assert.equal(
    live.segments.value.map(({ type, confidence, fromMs, endMs }) => [
      type,
      confidence,
      fromMs - startedMs,
      endMs,
    ]),
    [
      ['ringing', 0.8, 3_000, startedMs + 12_000],
      ['music', 0.95, 12_000, undefined],
    ],
  );
});

test('a call that was put back on hold has talked as long as its talks together, without the wait between', () => {
  forgetServerTime();
  const first = { connected_at: at(27), talk_time: 6 };
  const live = new LiveCall(viewOf({ ...first, status: 'on_hold', duration: 40, hold_time: 30 }));
  const talked = () => Math.round(secondsOf(live.talk.value, performance.now()));
  assert.is(talked(), 6);
  live.apply(event(50, 'call_status', { from: 'transferring', to: 'connected' }));
  assert.is(talked(), 6, 'the second begins where the first ended');
  live.takeView(
    viewOf({ ...first, event_id: 99, status: 'ended', duration: 179, talk_time: 136, ended_at: at(179) }),
  );
  assert.is(talked(), 136);
});

test('what is being said is kept for each speaker until the sentence or the call is over', () => {
  const live = new LiveCall(viewOf({ status: 'connected' }));
  const says = (speaker: string, text: string) =>
    live.takePartial({ speaker, text, start: 1, kind: 'person' });
  const said = () => live.partials.value.map(({ speaker, text }) => `${speaker}: ${text}`);
  says('far', 'good');
  says('owner', 'hello');
  says('far', 'good morning');
  assert.equal(said(), ['owner: hello', 'far: good morning']);
  live.apply(event(4, 'transcript_chunk', { speaker: 'far', text: 'Good morning.', is_final: true }));
  assert.equal(said(), ['owner: hello']);
  live.apply(event(9, 'call_status', { from: 'connected', to: 'ended' }));
  says('owner', 'too late');
  assert.equal(said(), []);
});

test('a step of the flow is read anew, for its place in the flow', () => {
  const live = new LiveCall(viewOf({ status: 'navigating' }));
  assert.ok(live.apply(event(4, 'ivr_step', { step_id: 'key', step_type: 'DTMF', description: 'billing' })));
});

test('events that are already in the snapshot are shown once, and a late one is not lost', () => {
  const live = new LiveCall(viewOf({ status: 'on_hold', event_id: 20 }));
  live.takeStory([event(0, 'call_started', { number: '+12025550100' }, 12)]);
  live.takeView(viewOf({ status: 'on_hold', event_id: 30, hold_time: 5 }));
  live.apply(event(0, 'call_started', { number: '+12025550100' }, 12));
  // Older than the snapshot, and in no answer: REST was faster than the stream.
  live.apply(event(4, 'ivr_dtmf_sent', { digits: '1', step_id: 'a' }, 25));
  assert.equal(
    live.story.value.map(({ id }) => id),
    [12, 25],
  );
  live.apply(event(4, 'call_status', { from: 'trying', to: 'navigating' }, 26));
  assert.is(live.view.value.status, 'on_hold', 'an old status does not come back');
});

test('a snapshot from before a status that the stream reported does not bring the old status back', () => {
  forgetServerTime();
  const live = new LiveCall(viewOf({ event_id: 10 }));
  live.apply(event(4, 'call_status', { from: 'trying', to: 'on_hold' }, 13));
  live.takeView(viewOf({ event_id: 12, status: 'trying' }));
  assert.is(live.view.value.status, 'on_hold');
  live.takeView(viewOf({ event_id: 13, status: 'on_hold', hold_time: 1, duration: 5 }));
  assert.is(Math.round(secondsOf(live.hold.value, performance.now())), 1);
});

test('what the stream reported while an answer was on its way stays', () => {
  const live = new LiveCall(viewOf({}));
  live.apply(event(3, 'audio_classified', { audio_type: 'ringing', confidence: 0.8 }, 11));
  live.apply(event(9, 'audio_classified', { audio_type: 'music', confidence: 0.8 }, 12));
  live.apply(event(9, 'ivr_dtmf_sent', { digits: '1', step_id: 'a' }, 13));
  live.takeTimeline([{ type: 'ringing', confidence: 0.8, from: at(3), start: 0, end: null }]);
  live.takeStory([event(0, 'call_started', { number: '+12025550100' }, 10)]);
  assert.equal(
    live.segments.value.map(({ type, endMs }) => [type, endMs]),
    [
      ['ringing', startedMs + 9_000],
      ['music', undefined],
    ],
  );
  assert.equal(
    live.story.value.map(({ id }) => id),
    [10, 13],
  );
});

test('an answer that was overtaken by a newer one changes nothing', () => {
  const live = new LiveCall(viewOf({ event_id: 20 }));
  live.takeView(viewOf({ status: 'connected', event_id: 30, connected_at: at(60), duration: 61 }));
  live.takeView(viewOf({ status: 'on_hold', event_id: 25 }));
  assert.is(live.view.value.status, 'connected');
});

test('the clock runs while the call holds, stands while it does not, and follows every snapshot', () => {
  const live = new LiveCall(viewOf({ status: 'on_hold', hold_time: 90, duration: 120 }));
  const nowMs = performance.now();
  assert.is(Math.round(secondsOf(live.hold.value, nowMs + 10_000)), 100);
  live.apply(event(120, 'call_status', { from: 'on_hold', to: 'human_detected' }));
  const held = secondsOf(live.hold.value, performance.now());
  assert.is(Math.round(secondsOf(live.hold.value, performance.now() + 10_000)), Math.round(held));
  live.takeView(viewOf({ event_id: 900, status: 'human_detected', hold_time: 91.5, duration: 122 }));
  assert.is(secondsOf(live.hold.value, performance.now() + 5_000), 91.5);
});

test('a person is remembered with what rang for them, and the next person starts fresh', () => {
  const live = new LiveCall(viewOf({ status: 'on_hold' }));
  live.apply(event(50, 'human_detected', { confidence: 0.97, reason: 'new voice', transcript_excerpt: '' }));
  live.apply(event(51, 'device_ringing', { device: 'dev_1', name: 'Kitchen' }));
  live.apply(event(60, 'device_failed', { device: 'dev_1', name: 'Kitchen', reason: 'no answer' }));
  assert.is(live.rung.value[0]?.failed, 'no answer');
  live.apply(event(90, 'human_detected', { confidence: 0.9, reason: 'new voice', transcript_excerpt: '' }));
  assert.equal(live.rung.value, []);
  assert.is(live.person.value?.atMs, startedMs + 90_000);
});

test('a browser that is woken is shown as such until it rings', () => {
  const live = new LiveCall(viewOf({ status: 'on_hold' }));
  live.apply(event(50, 'device_waking', { device: 'dev_1', name: 'Tablet', wait_seconds: 20 }));
  assert.equal(
    live.rung.value.map(({ wakes, ringSeconds }) => [wakes, ringSeconds]),
    [[true, 20]],
  );
  live.apply(event(55, 'device_ringing', { device: 'dev_1', name: 'Tablet', ring_seconds: 25 }));
  assert.equal(
    live.rung.value.map(({ wakes, ringSeconds }) => [wakes, ringSeconds]),
    [[false, 25]],
  );
  live.apply(event(60, 'device_asked', { device: 'dev_1', name: 'Tablet', wait_seconds: 15 }));
  assert.is(live.rung.value[0]?.ringSeconds, 15, 'it is asked to press 1, and may take that long');
});

test('a browser whose ring is on its way is not asked to ring anew', () => {
  const live = new LiveCall(viewOf({ status: 'human_detected', will_ring: [] }));
  const isOnItsWay = (second: number) => isAboutToRing(live.rung.value, 'dev_1', startedMs + second * 1000);
  live.apply(event(50, 'device_waking', { device: 'dev_1', name: 'Tablet', wait_seconds: 20 }));
  assert.not(isOnItsWay(50), 'nothing was sent to it yet');
  live.apply(event(52, 'transfer_started', { device: 'dev_1' }));
  assert.ok(isOnItsWay(52.5));
  assert.not(isAboutToRing(live.rung.value, 'dev_2', startedMs + 52_500), 'another one rings');
  assert.not(isOnItsWay(58), 'it did not arrive');
  live.apply(event(53, 'device_failed', { device: 'dev_1', name: 'Tablet', reason: 'busy' }));
  assert.not(isOnItsWay(53.5));
});

test('stages are as long as the statuses in them were', () => {
  const story = [
    event(0, 'call_status', { from: '', to: 'trying' }),
    event(12, 'call_status', { from: 'trying', to: 'navigating' }),
    event(61, 'call_status', { from: 'navigating', to: 'on_hold' }),
  ];
  assert.equal(
    stagesOf('hold_slayer', 'on_hold', story, startedMs).map(({ name, state, seconds }) => [
      name,
      state,
      seconds,
    ]),
    [
      ['Dialled', 'done', 12],
      ['Menu', 'done', 49],
      ['On hold', 'now', undefined],
      ['Person', 'goal', undefined],
      ['You', 'goal', undefined],
    ],
  );
});

test('a stage that the call skipped is not shown as passed', () => {
  const story = [
    event(0, 'call_status', { from: '', to: 'trying' }),
    event(3, 'call_status', { from: 'trying', to: 'on_hold' }),
  ];
  assert.equal(
    stagesOf('hold_slayer', 'on_hold', story, startedMs).map(({ state }) => state),
    ['done', 'skipped', 'now', 'goal', 'goal'],
  );
});

test('delays do not slow the clock: the fastest answer shows how late the others are', async () => {
  forgetServerTime();
  const live = new LiveCall(viewOf({ status: 'on_hold', hold_time: 10, duration: 20 }));
  const atMs = performance.now();
  // Read a moment ago, when two seconds more had gone by; it says that only one had.
  live.takeView(viewOf({ event_id: 20, status: 'on_hold', hold_time: 12, duration: 22 }));
  live.takeView(viewOf({ event_id: 21, status: 'on_hold', hold_time: 11, duration: 21 }));
  assert.ok(Math.abs(secondsOf(live.hold.value, atMs) - 12) < 0.1, `${secondsOf(live.hold.value, atMs)}`);
});

test('the story is told newest first, with digits that follow each other in one line and long ones hidden', () => {
  const told = tellStory([
    event(0, 'call_started', { number: '+12025550100' }),
    event(9, 'ivr_dtmf_sent', { digits: '1', step_id: 'a' }),
    event(12, 'ivr_dtmf_sent', { digits: '77120496#', step_id: 'b' }),
    event(20, 'audio_classified', { audio_type: 'music', confidence: 1 }),
    event(30, 'callback_offered', { digits: '1', transcript: 'for a call back press one' }),
    event(40, 'voicemail_detected', { transcript: 'the mailbox is full' }),
  ]);
  assert.equal(
    told.map(({ head }) => head),
    ['A voicemail answers', 'They call back if you press 1', 'Sent 1, then ••••••96#', 'Dialled'],
  );
});

test('the places that a queue announces again and again share a line, with those before', () => {
  const place = (seconds: number, position: number) =>
    event(seconds, 'queue_position', { position, wait_minutes: null });
  const told = tellStory([
    event(0, 'call_started', { number: '+12025550100' }),
    place(20, 9),
    place(40, 7),
    place(60, 7),
    place(80, 3),
    event(90, 'person_likely', { confidence: 0.8, reason: 'a new voice', transcript_excerpt: '' }),
    place(100, 3),
    place(120, 3),
  ]);
  assert.equal(
    told.map(({ head, detail, at }) => [head, detail.replace(/\d\d:\d\d/g, 'then'), at]),
    [
      ['3rd in line', '', place(100, 3).timestamp],
      ['Likely a person', 'a new voice', place(90, 3).timestamp],
      ['3rd in line', 'was 7th in line at then, 9th in line at then', place(80, 3).timestamp],
      ['Dialled', '+1 202 555 0100', place(0, 3).timestamp],
    ],
  );
});

test('a planned call is told as planned, and dialled when it is due; another try with its moment', () => {
  const soon = new Date(Date.now() + 60_000).toISOString();
  const lines = tellStory([
    event(0, 'call_started', { number: '+12025550100' }),
    event(60, 'call_status', { from: 'scheduled', to: 'trying' }),
    event(70, 'call_retry_scheduled', { next_call_id: 'call_2', at: soon, reason: 'busy', attempt: 2 }),
  ]);
  assert.equal(
    lines.map(({ head, detail }) => [head.replace(/to\w+, \d\d:\d\d/, 'soon'), detail]),
    [
      ['I call again soon', 'busy'],
      ['Dialled', ''],
      ['Planned', ''],
    ],
  );
  const cancelled = tellStory([
    event(0, 'call_started', { number: '+12025550100' }),
    event(60, 'call_status', { from: 'scheduled', to: 'ended' }),
    event(60, 'call_ended', { number: '+12025550100', duration: 0, reason: 'cancelled' }),
  ]);
  assert.equal(
    cancelled.map(({ head }) => head),
    ['Cancelled', 'Planned'],
  );
});

test.run();
