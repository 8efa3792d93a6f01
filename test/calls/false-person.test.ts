import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { flow, holding, pass, person, withDesk, settle, type DeskRig } from './desk-rig.ts';
import { retracted, ringing } from './ringing-rig.ts';

const inMenu = flow([
  { id: 'hear', type: 'LISTEN', timeout: 60 },
  { id: 'billing', type: 'DTMF', dtmf: '1' },
  { id: 'queue', type: 'HOLD' },
  { id: 'owner', type: 'TRANSFER' },
]);
const sure = { ...person, grade: 'sure' } as const;

function sent({ telephony }: DeskRig): string[] {
  return telephony.farLegs[0]?.asked.filter((order) => order.startsWith('dtmf')) ?? [];
}

test('the voice of a menu that was taken for a person: the flow goes on in the menu', () =>
  withDesk(async (rig) => {
    rig.flows.push(inMenu);
    const id = await holding(rig);
    assert.is(await rig.status(id), 'navigating');
    await rig.hear(sure);
    assert.is(await rig.status(id), 'transferring');
    await rig.hear(retracted);
    assert.is(await rig.status(id), 'navigating');
    await rig.hear({ kind: 'prompt_end', at: 9, startedAt: 3 });
    assert.equal(sent(rig), ['dtmf 1']);
  }));

test('so it does when the owner says that it is not a person', () =>
  withDesk(async (rig) => {
    rig.flows.push(inMenu);
    const id = await holding(rig);
    await rig.hear(sure);
    await rig.desk.resumeHold(id);
    await settle();
    assert.is(await rig.status(id), 'navigating');
  }));

test('a person of the queue who was none: the call holds, and the flow does not ring for nobody', () =>
  withDesk(async (rig) => {
    rig.flows.push(inMenu);
    const id = await holding(rig);
    await rig.hear({ kind: 'prompt_end', at: 9, startedAt: 3 });
    assert.is(await rig.status(id), 'on_hold');
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
    await rig.hear(retracted);
    await pass(5);
    assert.is(await rig.status(id), 'on_hold');
    assert.equal(ringing(rig), []);
  }));

test.run();
