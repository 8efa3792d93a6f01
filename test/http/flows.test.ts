import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFlowLookup } from '../../src/flows/flow-desk.ts';
import { aCall } from '../store/fixtures.ts';
import { withRig } from './rig.ts';

const test = suite('call flows over REST');

const at = '/api/v1/call-flows';
const draft = {
  name: 'Acme billing',
  company: 'Acme',
  phone_number: '+1 202-555-0100',
  steps: [
    { id: 'greeting', type: 'LISTEN', timeout: 20, description: 'the greeting' },
    { id: 'billing', type: 'DTMF', dtmf: '1' },
    { id: 'queue', type: 'HOLD' },
    { id: 'me', type: 'TRANSFER' },
  ],
};

test('created: 201 with the full view and its Location', () =>
  withRig(async (rig) => {
    const answer = await rig.ask('POST', at, { ...draft, tags: ['bills'] });
    assert.is(answer.status, 201);
    assert.is(answer.headers.get('location'), `${at}/${answer.body.id}`);
    assert.match(answer.body.id, /^flow_/);
    assert.is(answer.body.phone_number, '+12025550100');
    assert.equal([answer.body.step_count, answer.body.version, answer.body.success_count], [4, 1, 0]);
    assert.equal(answer.body.steps, draft.steps);
    assert.equal((await rig.ask('GET', `${at}/${answer.body.id}`)).body, answer.body);
  }));

test('a client may choose the id; the same id again is 409', () =>
  withRig(async (rig) => {
    assert.is((await rig.ask('POST', at, { ...draft, id: 'acme-billing' })).body.id, 'acme-billing');
    assert.is((await rig.ask('POST', at, { ...draft, id: 'acme-billing' })).status, 409);
  }));

test('the list is summaries, filtered by company and tag', () =>
  withRig(async (rig) => {
    await rig.ask('POST', at, { ...draft, tags: ['bills'] });
    await rig.ask('POST', at, { ...draft, company: 'Zenith', tags: ['bills', 'night'] });
    const count = async (query: string) => (await rig.ask('GET', `${at}${query}`)).body.flows.length;
    assert.equal(
      [
        await count(''),
        await count('?company=acme'),
        await count('?tag=night'),
        await count('?company=Acme&tag=night'),
        await count('?company=&tag='),
      ],
      [2, 1, 1, 0, 2],
    );
    const [summary] = (await rig.ask('GET', at)).body.flows;
    assert.equal(Object.keys(summary), [
      'id',
      'name',
      'company',
      'phone_number',
      'step_count',
      'success_count',
      'fail_count',
      'tags',
      'last_run_at',
      'outline',
    ]);
  }));

test('the list shows what the steps do: the first twelve, secret digits hidden', () =>
  withRig(async (rig) => {
    const more = Array.from({ length: 12 }, (_, index) => ({ id: `more${index}`, type: 'WAIT', timeout: 1 }));
    const secret = { id: 'pin', type: 'DTMF', dtmf: '4711', secret: true };
    await rig.ask('POST', at, { ...draft, steps: [secret, ...more, ...draft.steps] });
    const [{ outline, step_count }] = (await rig.ask('GET', at)).body.flows;
    assert.is(step_count, 17);
    assert.is(outline.length, 12);
    assert.equal(outline.slice(0, 2), [
      { type: 'DTMF', dtmf: '••••' },
      { type: 'WAIT', timeout: 1 },
    ]);
  }));

test('GET, edit, PUT: read-only fields are ignored, absent ones stay, the version goes up', () =>
  withRig(async (rig) => {
    const { body: created } = await rig.ask('POST', at, { ...draft, tags: ['bills'] });
    const sent = { ...created, name: 'Acme at night', success_count: 999, version: 77, id: 'other' };
    const put = await rig.ask('PUT', `${at}/${created.id}`, sent);
    assert.is(put.status, 200);
    assert.equal(
      [put.body.id, put.body.name, put.body.success_count, put.body.version],
      [created.id, 'Acme at night', 0, 2],
    );
    const subset = await rig.ask('PUT', `${at}/${created.id}`, { tags: [] });
    assert.equal([subset.body.name, subset.body.tags, subset.body.version], ['Acme at night', [], 3]);
    assert.is(subset.body.created_at, created.created_at);
    assert.is((await rig.ask('PUT', `${at}/${created.id}`, {})).status, 200);
  }));

test('an update that would break the flow is refused and changes nothing', () =>
  withRig(async (rig) => {
    const { body: created } = await rig.ask('POST', at, draft);
    const broken = await rig.ask('PUT', `${at}/${created.id}`, {
      steps: [{ id: 'a', type: 'HOLD', next_step: 'b' }],
    });
    assert.is(broken.status, 400);
    assert.match(broken.body.detail, /step "a".*"b"/);
    assert.equal((await rig.ask('GET', `${at}/${created.id}`)).body, created);
    assert.is((await rig.ask('PUT', `${at}/flow_none`, { name: 'x' })).status, 404);
  }));

test('what is wrong with several steps is told in one answer, up to ten faults', () =>
  withRig(async (rig) => {
    const steps = [
      { id: 'menu', type: 'LISTEN', dtmf: '1' },
      { id: 'press', type: 'DTMF' },
      { id: 'queue', type: 'HOLD', next_step: 'nowhere' },
    ];
    const { status, body } = await rig.ask('POST', at, { ...draft, steps });
    assert.is(status, 400);
    assert.equal(body.detail.split('; '), [
      'step "menu": only a DTMF step takes "dtmf"',
      'step "press": a DTMF step needs "dtmf"',
      'step "queue": "next_step" names the step "nowhere", which does not exist',
    ]);
    const many = Array.from({ length: 100 }, (_, n) => ({ id: `step_${n}`, type: 'DTMF' }));
    const told = (await rig.ask('POST', at, { ...draft, steps: many })).body.detail;
    assert.is(told.split('; ').length, 10);
  }));

test('two concurrent changes of a flow are both applied', () =>
  withRig(async (rig) => {
    const { body: created } = await rig.ask('POST', at, draft);
    const answers = await Promise.all([
      rig.ask('PUT', `${at}/${created.id}`, { name: 'one' }),
      rig.ask('PUT', `${at}/${created.id}`, { company: 'two' }),
      rig.ask('PUT', `${at}/${created.id}`, { tags: ['three'] }),
    ]);
    assert.equal(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const { body } = await rig.ask('GET', `${at}/${created.id}`);
    assert.equal([body.name, body.company, body.tags, body.version], ['one', 'two', ['three'], 4]);
  }));

test('deleted: 200; in use by a call: 409; none: 404', () =>
  withRig(async (rig) => {
    const { body: created } = await rig.ask('POST', at, draft);
    rig.flowsInUse.add(created.id);
    assert.is((await rig.ask('DELETE', `${at}/${created.id}`)).status, 409);
    rig.flowsInUse.clear();
    const deleted = await rig.ask('DELETE', `${at}/${created.id}`);
    assert.equal([deleted.status, deleted.body], [200, { id: created.id, deleted: true }]);
    assert.is((await rig.ask('DELETE', `${at}/${created.id}`)).status, 404);
    assert.is((await rig.ask('GET', `${at}/${created.id}`)).status, 404);
  }));

test('for a number without a named flow, the most successful one is taken, and runs are counted', () =>
  withRig(async (rig) => {
    const shelf = createFlowLookup(rig.store.flows);
    const endRun = (flowId: string, succeeded: boolean): Promise<void> =>
      rig.store.journal.record({ events: [], flowRun: { flowId, succeeded } });
    assert.is(await shelf.findForNumber('+12025550100'), undefined);
    await rig.ask('POST', at, { ...draft, id: 'one' });
    assert.is((await shelf.findForNumber('+12025550100'))?.id, 'one');
    await rig.ask('POST', at, { ...draft, id: 'two' });
    await endRun('one', false);
    await endRun('two', true);
    await endRun('two', true);
    assert.is((await shelf.findForNumber('+12025550100'))?.id, 'two');
    const { body } = await rig.ask('GET', `${at}/two`);
    assert.equal([body.success_count, body.fail_count, body.version], [2, 0, 1]);
    await rig.ask('PUT', `${at}/two`, { name: 'edited' });
    assert.is((await rig.ask('GET', `${at}/two`)).body.success_count, 2, 'an edit keeps the counters');
  }));

test('steps are checked without being stored: every fault with its step, its place and its field', () =>
  withRig(async (rig) => {
    const check = async (body: object) => (await rig.ask('POST', `${at}/check`, body)).body.faults;
    assert.equal(await check({ steps: draft.steps }), []);
    const drawn = [
      { id: 'a', type: 'DTMF', dtmf: '1;2' },
      { id: 'b', type: 'WAIT', timeout: 'soon', colour: 'red' },
      { type: 'JUMP' },
    ];
    const faults = await check({ steps: drawn });
    assert.equal(
      faults.map((fault: Record<string, unknown>) => [fault['step_id'], fault['index'], fault['field']]),
      [
        ['a', 0, 'dtmf'],
        ['b', 1, 'timeout'],
        ['b', 1, 'colour'],
        [null, 2, 'id'],
        [null, 2, 'type'],
      ],
    );
    for (const { detail } of faults) assert.ok(String(detail).length > 5);
    assert.equal(await check({ steps: [{ id: 'a', type: 'DTMF' }, draft.steps[2]] }), [
      { step_id: 'a', index: 0, field: 'dtmf', detail: 'a DTMF step needs "dtmf"' },
    ]);
    const twins = [
      { id: 'a', type: 'WAIT', timeout: 1 },
      { id: 'a', type: 'DTMF' },
    ];
    assert.equal(await check({ steps: twins }), [
      { step_id: 'a', index: 1, field: 'id', detail: 'the id is used twice' },
      { step_id: 'a', index: 1, field: 'dtmf', detail: 'a DTMF step needs "dtmf"' },
    ]);
    assert.equal((await check({ steps: [] }))[0].field, 'steps');
    assert.is((await rig.ask('POST', `${at}/check`, { steps: 'x' })).status, 400);
    assert.is((await rig.ask('POST', `${at}/check`, { steps: [], flow_id: 'flow_none' })).status, 404);
    assert.equal((await rig.ask('GET', at)).body.flows, []);
  }));

test('a check of what nobody draws reports no more faults than anybody reads', () =>
  withRig(async (rig) => {
    const check = async (steps: object[]) =>
      (await rig.ask('POST', '/api/v1/call-flows/check', { steps })).body;
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]));
    const many = Array.from({ length: 200 }, () => ({ id: 7 }));
    assert.is((await check([unknown])).faults.length, 1);
    assert.is((await check(many)).faults.length, 100);
    const options = Array.from({ length: 20 }, () => ({ match: 'é'.repeat(200), dtmf: '1'.repeat(32) }));
    const longest = { id: 'a', type: 'LISTEN', description: 'é'.repeat(500), options };
    assert.equal((await check([{ ...longest, timeout: 'x', device: 7 }])).faults.length, 2);
  }));

test('secret digits are in no answer, and stay when the masked flow is sent back', () =>
  withRig(async (rig) => {
    const pin = { id: 'billing', type: 'DTMF', dtmf: '948372', secret: true };
    const steps = [draft.steps[0], pin, ...draft.steps.slice(2)];
    const created = await rig.ask('POST', at, { ...draft, steps });
    const { id } = created.body;
    const digitsOf = async () => (await rig.store.flows.get(id))?.steps[1]?.dtmf;
    for (const answer of [created, await rig.ask('GET', `${at}/${id}`)]) {
      assert.not.ok(JSON.stringify(answer.body).includes('948372'));
      assert.is(answer.body.steps[1].dtmf, '••••');
    }
    const renamed = await rig.ask('PUT', `${at}/${id}`, { ...created.body, name: 'Other' });
    assert.equal([renamed.status, await digitsOf()], [200, '948372']);
    const sameSteps = { steps: created.body.steps };
    assert.equal((await rig.ask('POST', `${at}/check`, { ...sameSteps, flow_id: id })).body.faults, []);
    assert.is((await rig.ask('POST', `${at}/check`, sameSteps)).body.faults[0].field, 'dtmf');

    const opened = created.body.steps.map((step: object) => ({ ...step, secret: false }));
    const refused = await rig.ask('PUT', `${at}/${id}`, { steps: opened });
    assert.equal([refused.status, await digitsOf()], [400, '948372']);
    assert.is((await rig.ask('POST', at, { ...draft, steps: created.body.steps })).status, 400);
    assert.not.ok(JSON.stringify(rig.log.lines).includes('948372'));
  }));

test('runs are the calls that began the menu, with how long they were in it and where they stopped', () =>
  withRig(async (rig) => {
    await rig.ask('POST', at, { ...draft, id: 'acme' });
    const show = async () => (await rig.ask('GET', `${at}/acme/runs`)).body.runs;
    assert.equal(await show(), []);
    const insert = async (
      id: string,
      startedAtMs: number,
      more: object,
      inMenu: [number, number] | undefined,
    ) => {
      const call = { ...aCall({ id }), startedAtMs, flowId: 'acme', ...more };
      const events = (inMenu ?? []).map((atMs, index) => ({
        type: 'call_status' as const,
        callId: id,
        atMs,
        data: index === 0 ? { from: 'ringing', to: 'navigating' } : { from: 'navigating', to: 'on_hold' },
      }));
      await rig.store.calls.insert(call, events as never);
    };
    await insert('call_never', 1_000, { endedAtMs: 2_000 }, undefined);
    await insert(
      'call_failed',
      10_000,
      { flowStep: 'queue', status: 'failed', endedAtMs: 99_000, endReason: 'hold_timeout' },
      [12_000, 15_500],
    );
    await insert(
      'call_good',
      200_000,
      {
        flowStep: 'me',
        status: 'ended',
        connectedAtMs: 250_000,
        endedAtMs: 300_000,
        endReason: 'hangup_owner',
      },
      [201_000, 202_000],
    );
    assert.equal(await show(), [
      {
        call_id: 'call_good',
        started_at: '1970-01-01T00:03:20.000Z',
        succeeded: true,
        stopped_at: null,
        menu_time: 1,
      },
      {
        call_id: 'call_failed',
        started_at: '1970-01-01T00:00:10.000Z',
        succeeded: false,
        stopped_at: 'queue',
        menu_time: 3.5,
      },
    ]);
    assert.is((await rig.ask('GET', at)).body.flows[0].last_run_at, '1970-01-01T00:03:20.000Z');
    assert.is((await rig.ask('GET', `${at}/acme/runs?limit=1`)).body.runs.length, 1);
    assert.is((await rig.ask('GET', `${at}/none/runs`)).status, 404);
  }));

test.run();
