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

test.run();
