import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { NewEvent } from '../../src/domain/events.ts';
import type { Call } from '../../src/domain/call.ts';
import { aCall, started } from '../store/fixtures.ts';
import { type Rig, withRig } from './rig.ts';

const test = suite('learning a call flow over REST');

const menu = 'for sales press one for billing press two';

/** A call that is over, with what it did. */
async function past(rig: Rig, changes: Partial<Call>, events: readonly Pick<NewEvent, 'type' | 'data'>[]) {
  const call = aCall({ company: 'Acme', status: 'ended', endedAtMs: Date.now(), ...changes });
  const stamped = events.map((event) => ({ ...event, callId: call.id, atMs: Date.now() }) as NewEvent);
  await rig.store.calls.insert(call, [started(call), ...stamped]);
  return { at: `/api/v1/calls/${call.id}/learned-flow`, call };
}

/** A call whose events were removed for their age. */
async function forgotten(rig: Rig): Promise<string> {
  const call = aCall({ status: 'ended', endedAtMs: Date.now() });
  await rig.store.calls.insert(call, []);
  return call.id;
}

const chose: Pick<NewEvent, 'type' | 'data'>[] = [
  { type: 'ivr_menu_detected', data: { transcript: menu, options: [], choices: [] } },
  { type: 'menu_option_chosen', data: { digits: '2', reason: 'it fits', fact: '' } },
  { type: 'ivr_dtmf_sent', data: { digits: '2', step_id: 'explore' } },
];
const reached: Pick<NewEvent, 'type' | 'data'> = {
  type: 'human_detected',
  data: { confidence: 1, transcript_excerpt: '', reason: 'the owner answered' },
};

test('201 with a flow that is stored; a second time 409', () =>
  withRig(async (rig) => {
    const { at, call } = await past(rig, {}, [...chose, reached]);
    const answer = await rig.ask('POST', at);
    assert.is(answer.status, 201);
    assert.is(answer.headers.get('location'), `/api/v1/call-flows/${answer.body.id}`);
    assert.is(answer.body.phone_number, call.number);
    assert.is(answer.body.name, 'Acme: ask about a bill');
    assert.equal(
      answer.body.steps.map(({ type }: { type: string }) => type),
      ['LISTEN', 'DTMF', 'HOLD', 'TRANSFER'],
    );
    assert.equal(answer.body.steps[0].options, [{ match: 'billing', next_step: 'learned-press-1' }]);
    assert.equal((await rig.ask('GET', `/api/v1/call-flows/${answer.body.id}`)).body, answer.body);
    const second = await rig.ask('POST', at);
    assert.is(second.status, 409);
    assert.match(second.body.detail, /learned already: as the call flow "Acme: ask about a bill" \(learned_/);
    assert.is((await rig.ask('DELETE', `/api/v1/call-flows/${answer.body.id}`)).status, 200);
    assert.is((await rig.ask('POST', at)).status, 201, 'a flow that is deleted can be learned again');
  }));

test("of two concurrent requests one stores a flow, and the call's events name it", () =>
  withRig(async (rig) => {
    const { at, call } = await past(rig, {}, [...chose, reached]);
    const answers = await Promise.all([rig.ask('POST', at), rig.ask('POST', at)]);
    assert.equal(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [201, 409],
    );
    const { body } = await rig.ask('GET', `/api/v1/calls/${call.id}/events`);
    const learned = body.events.filter(({ type }: { type: string }) => type === 'flow_learned');
    assert.equal(
      learned.map(({ data }: { data: object }) => data),
      [{ flow_id: `learned_${call.id}`, name: 'Acme: ask about a bill' }],
    );
  }));

test('a process that is killed while it learns leaves a flow with its event, or neither', () =>
  withRig(async (rig) => {
    const { store } = rig;
    const { at, call } = await past(rig, {}, [...chose, reached]);
    const record = store.journal.record.bind(store.journal);
    store.journal.record = () => new Promise(() => undefined); // what was only to be recorded is lost
    await rig.ask('POST', at);
    store.journal.record = record;
    const flows = await store.flows.list();
    const learned = await store.journal.read(0, { callId: call.id, types: ['flow_learned'] }, 10);
    assert.equal(
      learned.map(({ data }) => (data as { flow_id: string }).flow_id),
      flows.map(({ id }) => id),
    );
  }));

test('the client may choose the name; an unknown field is 400', () =>
  withRig(async (rig) => {
    const { at } = await past(rig, {}, [...chose, reached]);
    assert.is((await rig.ask('POST', at, { title: 'x' })).status, 400);
    assert.is((await rig.ask('POST', at, { name: 'Bills' })).body.name, 'Bills');
  }));

test('404 without the call; 409 with the reason where nothing can be learned', () =>
  withRig(async (rig) => {
    assert.is((await rig.ask('POST', '/api/v1/calls/call_none/learned-flow')).status, 404);
    const cases: [Partial<Call>, Pick<NewEvent, 'type' | 'data'>[], RegExp][] = [
      [{ status: 'on_hold' }, [...chose, reached], /is not over/],
      [{}, chose, /reached no person/],
      [{}, [reached], /chose nothing/],
      [{ flowId: 'flow_gone' }, [...chose, reached], /does not exist any more/],
    ];
    for (const [changes, events, why] of cases) {
      const { at } = await past(rig, changes, events);
      const answer = await rig.ask('POST', at);
      assert.is(answer.status, 409);
      assert.match(answer.body.detail, why);
    }
    const old = await rig.ask('POST', `/api/v1/calls/${await forgotten(rig)}/learned-flow`);
    assert.is(old.status, 409);
    assert.match(old.body.detail, /too long ago: what happened in it is not kept/);
    const { at } = await past(rig, {}, [...chose, reached]);
    assert.match(
      (await rig.ask('POST', at, { replace: true })).body.detail,
      /no call flow that could be changed/,
    );
  }));

test.run();
