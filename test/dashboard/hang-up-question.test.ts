import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  actionState,
  areDigitsOnTheirWay,
  hangUp,
  isHangingUp,
  ringDevice,
  sendDigits,
} from '../../src/dashboard/state/calls/actions.ts';
import { addCall, applyCallEvent, findCall, runningCalls } from '../../src/dashboard/state/calls/calls.ts';
import {
  callToHangUp,
  closeHangUpQuestion,
  pressHangUp,
} from '../../src/dashboard/state/calls/hang-up-question.ts';
import { event, viewOf } from './live-calls.ts';

const fetched = globalThis.fetch;
const hungUp: string[] = [];
/** What every request is refused with. */
let refusal: string | undefined;
/** Until when digits are on their way. */
let sending = Promise.resolve();
const sentDigits: string[] = [];

test.before(() => {
  globalThis.fetch = (address, { body: asked } = {}) => {
    const path = typeof address === 'string' ? address : '';
    const [, id = ''] = /\/calls\/(\w+)/.exec(path) ?? [];
    if (path.includes('/hangup')) hungUp.push(id);
    if (path.includes('/dtmf')) sentDigits.push((JSON.parse(asked as string) as { digits: string }).digits);
    if (refusal !== undefined) return Promise.resolve(Response.json({ detail: refusal }, { status: 409 }));
    const view = viewOf({ call_id: id, status: 'on_hold', hold_time: id === 'call_short' ? 60 : 300 });
    const body = path.includes('/timeline')
      ? { segments: [] }
      : path.includes('/events')
        ? { events: [], next_since: 0 }
        : { ...view, queue: null, will_ring: [] };
    const answer = Response.json(body);
    return path.includes('/dtmf') ? sending.then(() => answer) : Promise.resolve(answer);
  };
});
test.after(() => {
  globalThis.fetch = fetched;
  for (const { id } of runningCalls.value) moved(id, 'on_hold', 'ended'); // other files share the page's state
});

async function held(id: string) {
  await addCall(id);
  const live = findCall(id);
  assert.ok(live);
  return live;
}
const moved = (id: string, from: string, to: string) =>
  applyCallEvent({ ...event(400, 'call_status', { from, to }), call_id: id });

test('a call that has hardly waited is hung up without a question', async () => {
  pressHangUp(await held('call_short'));
  assert.is(callToHangUp.value, undefined);
  assert.equal(hungUp, ['call_short']);
});

test('the question stays when other calls come and are talked in, until it is answered', async () => {
  const live = await held('call_long');
  pressHangUp(live);
  await held('call_other');
  moved('call_other', 'on_hold', 'connected');
  assert.is(callToHangUp.value, live);
  closeHangUpQuestion();
  assert.is(callToHangUp.value, undefined);
  assert.not.ok(hungUp.includes('call_long'));
});

test('a call in conversation or over is hung up without a question, and not asked about when it waits again', async () => {
  const live = await held('call_long');
  pressHangUp(live);
  moved(live.id, 'on_hold', 'connected');
  assert.is(callToHangUp.value, undefined);
  moved(live.id, 'connected', 'on_hold');
  assert.is(callToHangUp.value, undefined);
  pressHangUp(live);
  assert.is(callToHangUp.value, live);
  moved(live.id, 'on_hold', 'ended');
  assert.is(callToHangUp.value, undefined);
});

test('why an action failed is told until the call goes on', async () => {
  await held('call_refused');
  refusal = 'the device "Kitchen" is offline';
  assert.not(await ringDevice('call_refused', 'dev_1'));
  refusal = undefined;
  assert.is(actionState('call_refused').fault?.text, 'The device "Kitchen" is offline.');
  moved('call_refused', 'on_hold', 'human_detected');
  assert.is(actionState('call_refused').fault, undefined);
});

test('hanging up waits for no digits that are being sent', async () => {
  await held('call_busy');
  const before = hungUp.length;
  let sent: () => void = () => undefined;
  sending = new Promise((resolve) => (sent = resolve));
  const digits = sendDigits('call_busy', '1234567890#');
  assert.not(isHangingUp('call_busy'));
  assert.ok(await hangUp('call_busy'));
  assert.equal(hungUp.slice(before), ['call_busy']);
  sent();
  await digits;
  assert.is(actionState('call_busy').fault, undefined);
});

test('keys pressed while digits are on their way follow them, in their order, and keep nothing else waiting', async () => {
  await held('call_menu');
  sentDigits.splice(0);
  let sent: () => void = () => undefined;
  sending = new Promise((resolve) => (sent = resolve));
  const policy = sendDigits('call_menu', '77120496');
  void sendDigits('call_menu', '#');
  void sendDigits('call_menu', '1');
  assert.ok(areDigitsOnTheirWay('call_menu'));
  assert.is(actionState('call_menu').running, undefined, 'a person can be answered');
  assert.ok(await ringDevice('call_menu', 'dev_1'));
  sent();
  await policy;
  assert.equal(sentDigits, ['77120496', '#1']);
  assert.not.ok(areDigitsOnTheirWay('call_menu'));
});

test('keys that follow digits which could not be sent are not sent, and it is told why', async () => {
  await held('call_deaf');
  sentDigits.splice(0);
  refusal = 'call call_deaf has not been answered yet';
  const first = sendDigits('call_deaf', '1');
  void sendDigits('call_deaf', '2');
  await first;
  refusal = undefined;
  assert.equal(sentDigits, ['1']);
  assert.is(actionState('call_deaf').fault?.text, 'Call call_deaf has not been answered yet.');
  await sendDigits('call_deaf', '3');
  assert.equal(sentDigits, ['1', '3']);
  assert.is(actionState('call_deaf').fault, undefined);
});

test.run();
