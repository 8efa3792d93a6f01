import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { device, holding, number, pass, person, settle, withDesk } from './desk-rig.ts';
import { own, retracted, ringing } from './ringing-rig.ts';
import type { ScriptedLeg } from '../rig/scripted-telephony.ts';

const asked = { confirmsAnswer: true } as const;
const mobile = device('mobile', 1, asked);
const plainPrompt = 'play sound:followme/options';

const wasBridged = ({ bridged }: { bridged: { leg: string }[] }, leg: ScriptedLeg | undefined): boolean =>
  bridged.some(({ leg: id }) => id === leg?.id);

test('a voicemail that answers never gets the call: it is asked for 15 s, and the next device rings', () =>
  withDesk(async (rig) => {
    own(rig, mobile, device('kitchen', 2));
    const id = await holding(rig);
    await rig.hear(person);
    const [voicemail] = rig.telephony.deviceLegs;
    voicemail?.answer();
    await pass(14);
    assert.is(await rig.status(id), 'transferring');
    assert.equal(rig.last('device_asked'), { device: 'dev_mobile', name: 'mobile', wait_seconds: 15 });
    const prompts = voicemail?.asked.filter((order) => order === plainPrompt).length ?? 0;
    assert.ok(prompts > 3, 'the prompt is repeated');
    const said = rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('play')).length ?? 0;
    assert.ok(said > 1, 'the person is greeted and reassured meanwhile');
    await pass(2);
    assert.is(voicemail?.state, 'gone');
    assert.not.ok(wasBridged(rig.telephony, voicemail));
    assert.match((rig.last('device_failed') as { reason: string }).reason, /1 was not pressed within 15 s/);
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs[1]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('1 gives the device the call; other keys are not sent to the far end', () =>
  withDesk(async (rig) => {
    own(rig, mobile);
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.answer();
    await settle();
    phone?.press('5');
    phone?.press('*');
    await settle();
    assert.is(await rig.status(id), 'transferring');
    assert.not.ok(wasBridged(rig.telephony, phone));
    phone?.press('1');
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.ok(wasBridged(rig.telephony, phone));
    assert.equal(
      rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('dtmf')),
      [],
    );
  }));

test('the prompt says whether a person is on the line', () =>
  withDesk(
    async (rig) => {
      own(rig, mobile);
      const id = await holding(rig);
      await rig.hear(person);
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      assert.match(rig.telephony.deviceLegs[0]?.asked[0] ?? '', /person on the line/);
      await rig.desk.resumeHold(id);
      await rig.desk.transfer(id, null);
      rig.telephony.deviceLegs[1]?.answer();
      await settle();
      assert.match(rig.telephony.deviceLegs[1]?.asked[0] ?? '', /your call/);
    },
    { speech: { media: async (text) => text } },
  ));

test('2 declines, a hang-up too: the next device rings at once', () =>
  withDesk(async (rig) => {
    own(rig, mobile, device('study', 2, asked), device('kitchen', 3));
    await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.deviceLegs[0]?.press('2');
    await settle();
    assert.match((rig.last('device_failed') as { reason: string }).reason, /declined/);
    assert.equal(ringing(rig), ['study']);
    rig.telephony.deviceLegs[1]?.answer();
    await settle();
    rig.telephony.deviceLegs[1]?.end();
    await settle();
    assert.match((rig.last('device_failed') as { reason: string }).reason, /hung up before 1 was pressed/);
    assert.equal(ringing(rig), ['kitchen']);
  }));

for (const ringStrategy of ['in_order', 'together', 'overlap'] as const)
  test(`${ringStrategy}: the others ring on until somebody has pressed 1`, () =>
    withDesk(
      async (rig) => {
        own(rig, mobile, device('kitchen', ringStrategy === 'in_order' ? 1 : 2));
        const id = await holding(rig);
        await rig.hear(person);
        rig.telephony.deviceLegs[0]?.answer();
        await pass(11);
        assert.equal(ringing(rig), ['mobile', 'kitchen']);
        rig.telephony.deviceLegs[0]?.press('1');
        await settle();
        assert.equal(ringing(rig), ['mobile']);
        assert.ok(rig.telephony.deviceLegs[1]?.asked.includes('hang up answered_elsewhere'));
        assert.is(await rig.status(id), 'connected');
      },
      { settings: { ringStrategy, deviceRingSeconds: 20 } },
    ));

test('a phone that is answered while a voicemail is asked gets the call', () =>
  withDesk(async (rig) => {
    own(rig, mobile, device('kitchen', 1));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.deviceLegs[1]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.equal((await rig.desk.get(id)).deviceId, 'dev_kitchen');
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a device still being asked when the call is over, or the person is gone, is released', () =>
  withDesk(async (rig) => {
    own(rig, mobile);
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    await rig.hear(retracted);
    assert.equal(ringing(rig), []);
    assert.is(await rig.status(id), 'on_hold');
    await rig.hear(person);
    rig.telephony.deviceLegs[1]?.answer();
    await settle();
    rig.telephony.farLegs[0]?.end();
    await settle();
    assert.equal(ringing(rig), []);
    rig.telephony.deviceLegs[1]?.press('1');
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'person_gone');
  }));

test('a transfer to such a device asks too', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2, asked));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    await rig.desk.transfer(id, 'mobile');
    rig.telephony.deviceLegs[1]?.answer();
    await settle();
    assert.is(await rig.status(id), 'transferring');
    rig.telephony.deviceLegs[1]?.press('1');
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('direct: the number is dialled once 1 was pressed, and not at all for a voicemail', () =>
  withDesk(async (rig) => {
    own(rig, mobile, device('study', 2, asked));
    const { call } = await rig.desk.place({ number, mode: 'direct' });
    await settle();
    rig.telephony.deviceLegs[0]?.answer();
    await pass(16);
    assert.equal(ringing(rig), ['study']);
    rig.telephony.deviceLegs[1]?.answer();
    await settle();
    assert.is(rig.telephony.farLegs.length, 0);
    rig.telephony.deviceLegs[1]?.press('1');
    await settle();
    rig.telephony.farLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(call.id), 'connected');
  }));

for (const stored of ['ring', 'talk'] as const)
  test(`after a restart it is asked again, though the last stored state is: ${stored}`, () =>
    withDesk(async (rig) => {
      own(rig, mobile);
      const id = await holding(rig);
      await rig.hear(person);
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      const found = { far: rig.telephony.farLegs[0], device: rig.telephony.deviceLegs[0] };
      const { device: phone } = await rig.restart(id, found, async () => {
        const call = rig.store.calls.get(id);
        if (call !== undefined) rig.store.calls.set(id, { ...call, activity: stored });
      });
      assert.is(await rig.status(id), 'transferring');
      assert.not.ok(wasBridged(rig.telephony, phone));
      assert.is(rig.telephony.deviceLegs.length, 1, 'it is not rung a second time');
      phone?.press('1');
      await settle();
      assert.is(await rig.status(id), 'connected');
    }));

test('while the devices cannot be read after a restart, a phone is asked again, and the log says why', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.ring();
    await settle();
    const found = { far: rig.telephony.farLegs[0], device: rig.telephony.deviceLegs[0] };
    const { device: phone } = await rig.restart(id, found, async () => void rig.unreadable.add('devices'));
    assert.ok(rig.logged.includes('the devices cannot be read: each must confirm that it answered'));
    rig.unreadable.clear();
    await pass(60);
    phone?.answer();
    await settle();
    assert.not.ok(wasBridged(rig.telephony, phone));
  }));

test('a voicemail that was found after a restart has 15 s again; a talk that is found is not asked', () =>
  withDesk(async (rig) => {
    own(rig, mobile);
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.answer();
    await settle();
    const { device: voicemail, far } = await rig.restart(id, {
      far: rig.telephony.farLegs[0],
      device: phone,
    });
    await pass(16);
    assert.is(voicemail?.state, 'gone');
    assert.is(await rig.status(id), 'on_hold');
    await rig.hear(person);
    const [, taken] = rig.telephony.deviceLegs;
    taken?.answer();
    taken?.press('1');
    await settle();
    taken?.press('1');
    await settle();
    assert.is(await rig.status(id), 'connected');
    const prompts = taken?.asked.length;
    await rig.restart(id, { far, device: taken });
    assert.is(await rig.status(id), 'connected');
    assert.is(taken?.asked.length, prompts);
  }));

test.run();
