import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FlowDraft } from '../../src/dashboard/pages/flows/flow-draft.ts';
import { until } from '../rig/until.ts';

const flow = {
  id: 'flow_1',
  name: 'Claims',
  company: 'Harbour Insurance',
  phone_number: '+12025550108',
  tags: [],
  steps: [],
  version: 1,
  success_count: 0,
  fail_count: 0,
};

test('what is typed while a flow is being saved stays, and is not saved yet', async () => {
  const before = globalThis.fetch;
  let answer: () => void = () => undefined;
  globalThis.fetch = (address) =>
    typeof address === 'string' && address.endsWith('/check')
      ? Promise.resolve(Response.json({ faults: [] }))
      : new Promise((resolve) => (answer = () => resolve(Response.json({ ...flow, version: 2 }))));
  try {
    const draft = FlowDraft.blank('+12025550108', 'Harbour Insurance');
    draft.change({ name: 'Claims' });
    const saving = draft.save();
    draft.change({ name: 'Claims of the car' });
    answer();
    assert.is(await saving, true);
    assert.is(draft.id.value, 'flow_1');
    assert.is(draft.content.value.name, 'Claims of the car');
    assert.is(draft.isDirty.value, true);
    assert.is(draft.wasSaved.value, false);

    const again = draft.save();
    answer();
    assert.is(await again, true);
    assert.is(draft.isDirty.value, false);
    assert.is(draft.wasSaved.value, true);
    await until(() => draft.isChecked.value); // a check that is asked for later would wait for an answer of another test
  } finally {
    globalThis.fetch = before;
  }
});

test('a flow that is kept takes what was stored elsewhere meanwhile, unless it is being edited', async () => {
  const before = globalThis.fetch;
  let stored = flow;
  globalThis.fetch = (address) =>
    Promise.resolve(
      Response.json(typeof address === 'string' && address.endsWith('/check') ? { faults: [] } : stored),
    );
  try {
    const draft = await FlowDraft.read('flow_1');
    stored = { ...flow, name: 'Claims of the house', version: 2 };
    const reading = draft.reload(true);
    draft.change({ name: 'Claims of the car' });
    await reading;
    assert.is(draft.content.value.name, 'Claims of the car');
    draft.discard();
    await draft.reload(true);
    assert.equal([draft.content.value.name, draft.version.value], ['Claims of the house', 2]);
    await until(() => draft.isChecked.value);
  } finally {
    globalThis.fetch = before;
  }
});

test('one that is read anew while it is saved stays as it was saved, and what cannot be read is no refusal of it', async () => {
  const before = globalThis.fetch;
  let answer: (response: Response) => void = () => undefined;
  globalThis.fetch = (address, init) => {
    if (typeof address === 'string' && address.endsWith('/check'))
      return Promise.resolve(Response.json({ faults: [] }));
    if (init?.method === 'PUT')
      return Promise.resolve(Response.json({ ...flow, name: 'Claims of the car', version: 2 }));
    return new Promise((resolve) => (answer = resolve));
  };
  try {
    const reading = FlowDraft.read('flow_1');
    answer(Response.json(flow));
    const draft = await reading;
    for (const keepsChanges of [true, false]) {
      const overtaken = draft.reload(keepsChanges);
      draft.change({ name: 'Claims of the car' });
      assert.is(await draft.save(), true);
      answer(Response.json(flow));
      await overtaken;
      assert.equal([draft.content.value.name, draft.version.value], ['Claims of the car', 2]);
    }
    const failing = draft.reload(true);
    answer(Response.json({ detail: 'busy' }, { status: 503 }));
    await failing;
    assert.is(draft.refusal.value, undefined);
    const asked = draft.reload();
    answer(Response.json({ detail: 'busy' }, { status: 503 }));
    await asked;
    assert.not.equal(draft.refusal.value, undefined, 'the owner asked for it');
    await until(() => draft.isChecked.value);
  } finally {
    globalThis.fetch = before;
  }
});

test.run();
