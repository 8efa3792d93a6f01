import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFlowLookup } from '../../src/flows/flow-desk.ts';
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

test('created: 201 with the full view and where it is', () =>
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
      ],
      [2, 1, 1, 0],
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

test('two who change the same flow at once both see their change', () =>
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

test.run();
