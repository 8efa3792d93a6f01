import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { device, type DeskRig, holding, pass, person, settle, withDesk } from './desk-rig.ts';
import { own, retracted, ringing } from './ringing-rig.ts';

const away = { isOnline: false } as const;

/** A phone registers. */
async function registers(rig: DeskRig, name: string): Promise<void> {
  rig.devices.splice(
    0,
    rig.devices.length,
    ...rig.devices.map((one) => (one.name === name ? { ...one, isOnline: true } : one)),
  );
  rig.turn(`dev_${name}`, true);
  await settle();
}

const played = ({ telephony }: DeskRig): number =>
  telephony.farLegs[0]?.asked.filter((order) => order.startsWith('play')).length ?? 0;

test('with no phone online the person is greeted and reassured; a phone that registers rings at once', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1, away), device('mobile', 2, away));
    const id = await holding(rig);
    await rig.hear(person);
    assert.equal(rig.last('device_failed'), { device: '', name: '', reason: 'no device is online' });
    await pass(20);
    assert.is(await rig.status(id), 'human_detected');
    assert.ok(played(rig) >= 3, String(played(rig)));
    await registers(rig, 'mobile');
    assert.equal(ringing(rig), ['mobile']);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('if none registers within 30 s the call holds on; one that does later rings at once while the person is there', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1, away));
    const id = await holding(rig);
    await rig.hear(person);
    const [listener] = rig.listeners;
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
    await pass(31);
    assert.is(await rig.status(id), 'on_hold');
    rig.turn('dev_neighbour', true); // none of those that this call rings
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    await registers(rig, 'kitchen');
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a phone that registers at the last moment rings for its time', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1, away));
    const id = await holding(rig);
    await rig.hear(person);
    await pass(29);
    await registers(rig, 'kitchen');
    await pass(10);
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('no phone that registers rings for a person who turned out to be none', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1, away));
    const id = await holding(rig);
    await rig.hear(person);
    await rig.hear(retracted);
    await registers(rig, 'kitchen');
    assert.equal(ringing(rig), []);
    assert.is(await rig.status(id), 'on_hold');
  }));

test('a phone that registers while others ring rings with them; one that has had its turn is not rung twice', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('study', 1), device('mobile', 2, away));
    await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await registers(rig, 'kitchen');
    assert.equal(ringing(rig), ['study']);
    await registers(rig, 'mobile');
    assert.equal(ringing(rig), ['study', 'mobile']);
  }));

test('a greeting that has begun is played to its end, though every phone is busy at once', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const [far] = rig.telephony.farLegs;
    let end: () => void = () => undefined;
    if (far !== undefined) far.sound = new Promise((resolve) => (end = resolve));
    await rig.hear(person);
    await pass(1);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await pass(2);
    assert.is(await rig.status(id), 'transferring', 'it is still being played');
    end();
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    assert.is(played(rig), 1);
  }));

test.run();
