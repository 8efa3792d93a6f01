import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { device, holding, number, pass, person, settle, withDesk } from './desk-rig.ts';
import { arriving, asleep, of, own, retracted, ringing } from './ringing-rig.ts';

test('a browser that sleeps is woken while the others ring by their order; it rings as soon as it is there', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('tablet', 2, asleep), device('mobile', 3));
    const id = await holding(rig);
    await rig.hear(person);
    assert.equal(rig.last('device_waking'), { device: 'dev_tablet', name: 'tablet', wait_seconds: 20 });
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.equal(ringing(rig), ['mobile'], 'nobody waits for the one that sleeps');
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), ['mobile', 'tablet']);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.equal((await rig.desk.get(id)).deviceId, 'dev_tablet');
    assert.equal(ringing(rig), ['tablet']);
  }));

test('a browser that does not wake has failed after 20 s; the person hears the greeting and is reassured meanwhile', () =>
  withDesk(async (rig) => {
    own(rig, device('tablet', 1, asleep));
    const id = await holding(rig);
    await rig.hear(person);
    await pass(19);
    assert.is(await rig.status(id), 'human_detected');
    const played = rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('play'));
    assert.ok((played?.length ?? 0) >= 3, String(played));
    await pass(2);
    assert.equal(rig.last('device_failed'), {
      device: 'dev_tablet',
      name: 'tablet',
      reason: 'its page was not opened within 20 s',
    });
    assert.is(await rig.status(id), 'on_hold');
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), [], 'too late');
  }));

test('a phone that answers first ends the waking; what is no person after all, too', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('tablet', 2, asleep));
    const id = await holding(rig);
    await rig.hear(person);
    await rig.hear(retracted);
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), []);
    await rig.hear(person);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    rig.turn('dev_tablet', true);
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.equal(ringing(rig), ['kitchen']);
  }));

for (const request of [{}, { device: 'webrtc' }, { device: 'laptop' }])
  test(`a call that rings the owner first waits for a page that has just connected: ${JSON.stringify(request)}`, () =>
    withDesk(async (rig) => {
      own(rig, device('laptop', 1, arriving));
      const { call } = await rig.desk.place({ number, mode: 'direct', ...request });
      await pass(3);
      assert.equal([await rig.status(call.id), ringing(rig)], ['trying', []]);
      rig.turn('dev_laptop', true);
      await settle();
      assert.equal(ringing(rig), ['laptop']);
      assert.equal(of(rig, 'device_failed', 'device_waking'), []);
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      assert.is(rig.telephony.farLegs.length, 1);
    }));

test('a page that connected and does not register has failed after 10 s, or is woken like any other that can be', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, arriving));
    const { call } = await rig.desk.place({ number, mode: 'direct' });
    await pass(9);
    assert.is(await rig.status(call.id), 'trying');
    await pass(2);
    assert.is(await rig.status(call.id), 'failed');
    assert.equal(rig.last('device_failed'), {
      device: 'dev_laptop',
      name: 'laptop',
      reason: 'its page is open, and has not registered',
    });
    own(rig, device('tablet', 1, { ...arriving, canWake: true }));
    await rig.desk.place({ number, mode: 'direct' });
    await pass(9);
    assert.equal(of(rig, 'device_waking'), []);
    await pass(2);
    assert.equal(of(rig, 'device_waking'), ['device_waking']);
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), ['tablet']);
  }));

test('a phone that is online rings meanwhile, and the page with it as soon as it is there', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, arriving), device('kitchen', 2));
    await holding(rig);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
    rig.turn('dev_laptop', true);
    await settle();
    assert.equal(ringing(rig), ['kitchen', 'laptop']);
  }));

test('a call may be given to a browser that sleeps, not to one that cannot be woken', () =>
  withDesk(async (rig) => {
    own(rig, device('tablet', 1, asleep), device('laptop', 2, { ...asleep, canWake: false }));
    const id = await holding(rig);
    const refused = await rig.desk.transfer(id, 'laptop').catch((error: unknown) => error);
    assert.is((refused as AppError).code, 'conflict');
    const given = rig.desk.transfer(id, 'tablet');
    await settle();
    rig.turn('dev_tablet', true);
    await settle();
    rig.telephony.deviceLegs[0]?.answer();
    await given;
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a transfer in a talk to a browser that sleeps: nobody is connected while it is woken, which is done once', () =>
  withDesk(async (rig) => {
    const tablet = device('tablet', 2, { ...asleep, canWake: false });
    own(rig, device('kitchen', 1), tablet);
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await pass(10);
    tablet.canWake = true;
    void rig.desk.transfer(id, 'tablet');
    await settle();
    assert.is(await rig.status(id), 'transferring');
    const { talkSeconds } = await rig.desk.get(id);
    await pass(5);
    void rig.desk.transfer(id, 'tablet');
    await pass(10);
    assert.equal([await rig.status(id), (await rig.desk.get(id)).talkSeconds], ['transferring', talkSeconds]);
    assert.equal(of(rig, 'device_waking'), ['device_waking']);
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), ['tablet']);
  }));

test('if none of the browsers that a call is for wakes, the other devices ring for the person', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('tablet', 2, asleep), device('laptop', 3, asleep));
    const id = await holding(rig);
    await rig.desk.edit(id, { willRing: ['dev_tablet'] });
    await rig.hear(person);
    await pass(19);
    assert.equal(ringing(rig), []);
    await pass(2);
    assert.equal(ringing(rig), ['kitchen']);
    const woken = rig.store.entries.flatMap(({ events }) =>
      events.filter(({ type }) => type === 'device_waking'),
    );
    assert.equal(
      woken.map(({ data }) => (data as { name: string }).name),
      ['tablet', 'laptop'],
    );
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test.run();
