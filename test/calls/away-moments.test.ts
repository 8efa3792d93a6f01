import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError, DatabaseAway } from '../../src/domain/errors.ts';
import { device, flow, heldCall, holding, pass, person, settle, withDesk } from './desk-rig.ts';
import { of, own, retracted, ringing } from './ringing-rig.ts';

test('a call that is gone after a restart is not dialled again because its owner asked for a transfer meanwhile', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.connect(false);
    await rig.restart(id);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    rig.telephony.connect(true);
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'hangup_remote');
    assert.is(rig.telephony.farLegs.length, 1);
  }));

test('Asterisk is away for a moment as a person answers: the phone rings once it is back', () =>
  withDesk(async (rig) => {
    await holding(rig);
    rig.telephony.connect(false);
    await rig.hear(person);
    await pass(3);
    assert.equal(of(rig, 'device_failed'), []);
    rig.telephony.connect(true);
    await settle();
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('the owner answers while Asterisk is away: connected once it is back', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.ring();
    await settle();
    rig.telephony.connect(false);
    await pass(30);
    assert.equal(ringing(rig), ['kitchen']);
    if (phone !== undefined) phone.state = 'up';
    rig.telephony.connect(true);
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a browser that rings while Asterisk is away rings on', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.ring();
    rig.telephony.connect(false);
    await pass(5);
    rig.devices[0] = device('laptop', 1, { type: 'webrtc', isOnline: false });
    rig.turn('dev_laptop', false);
    await settle();
    assert.equal(of(rig, 'device_failed'), []);
    rig.devices[0] = device('laptop', 1, { type: 'webrtc' });
    rig.turn('dev_laptop', true);
    rig.telephony.connect(true);
    await settle();
    phone?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('keys that the owner presses while a step is being stored come first', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'hear', type: 'LISTEN', timeout: 20 },
        { id: 'billing', type: 'DTMF', dtmf: '1' },
        { id: 'queue', type: 'HOLD' },
      ]),
    );
    const id = await holding(rig);
    const record = rig.store.record.bind(rig.store);
    rig.store.record = async (entry) => {
      await record(entry);
      await new Promise(() => undefined);
    };
    await rig.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
    await pass(1);
    await rig.desk.sendDtmf(id, '3');
    await pass(2);
    assert.equal(
      rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('dtmf')),
      ['dtmf 3'],
    );
  }));

test('a key that is due while Asterisk is away is sent once it is back', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'hear', type: 'LISTEN', timeout: 20 },
        { id: 'billing', type: 'DTMF', dtmf: '1' },
        { id: 'queue', type: 'HOLD' },
      ]),
    );
    await holding(rig);
    const sent = (): number =>
      rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('dtmf')).length ?? 0;
    rig.telephony.connect(false);
    await rig.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
    assert.is(sent(), 0);
    rig.telephony.connect(true);
    await settle();
    assert.is(sent(), 1);
    assert.equal(of(rig, 'ivr_step_uncertain'), []);
  }));

test('the flow is edited while its call is in the queue and the service restarts: the call waits on', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'queue', type: 'HOLD' },
        { id: 'owner', type: 'TRANSFER' },
      ]),
    );
    const id = await holding(rig);
    assert.is(await rig.status(id), 'on_hold');
    rig.flows.splice(
      0,
      1,
      flow([
        { id: 'wait', type: 'HOLD' },
        { id: 'owner2', type: 'TRANSFER' },
      ]),
    );
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.is(await rig.status(id), 'on_hold');
  }));

test('after a restart while the phone was being dialled, it rings and the person is reassured', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    const { far } = await rig.restart(id, { far: rig.telephony.farLegs[0] });
    let plays = 0;
    if (far !== undefined) far.play = async () => (plays += 1) > 0;
    await pass(8);
    assert.is(rig.telephony.deviceLegs.length, 2, 'it rings again');
    assert.ok(plays > 0, 'the person hears nothing');
  }));

test('after a restart while the phone rang and none is online yet, the next to register rings', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    await rig.restart(id, { far: rig.telephony.farLegs[0] }, async () => {
      rig.devices[0] = device('kitchen', 1, { isOnline: false });
    });
    await pass(3);
    rig.devices[0] = device('kitchen', 1);
    rig.turn('dev_kitchen', true);
    await settle();
    assert.is(rig.telephony.deviceLegs.length, 2);
  }));

test('a call that cannot be placed again while the database is away is placed when it is back', () =>
  withDesk(async (rig) => {
    await holding(rig, { ...heldCall, redial: true });
    await rig.hear(person);
    const insert = rig.store.insert.bind(rig.store);
    let tries = 0;
    rig.store.insert = async (...args) => {
      if (++tries === 1) throw new AppError('unavailable', 'the database is locked');
      return insert(...args);
    };
    rig.telephony.farLegs[0]?.end();
    await settle();
    await pass(60);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test('Asterisk is away for an hour: the call is shown as recovering, and goes on once it is back', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.connect(false);
    await pass(3600);
    assert.equal([await rig.status(id), (await rig.desk.get(id)).recovering], ['on_hold', true]);
    rig.telephony.connect(true);
    await settle();
    assert.is((await rig.desk.get(id)).recovering, false);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('Asterisk is not back before the call has lasted as long as it may: it ends', () =>
  withDesk(
    async (rig) => {
      const id = await holding(rig);
      rig.telephony.connect(false);
      await pass(600);
      const { endReason, recovering } = await rig.desk.get(id);
      assert.equal([endReason, recovering], ['max_duration', false]);
    },
    { settings: { maxCallSeconds: 600 } },
  ));

test('the devices cannot be read as a person answers: the call waits as long as it takes, then they ring', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.unreadable.add('devices');
    await rig.hear(person);
    await pass(600);
    assert.is(await rig.status(id), 'human_detected');
    rig.unreadable.clear();
    await pass(6);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('the flow cannot be read again when a person turns out to be nobody: the call waits on and is listened to', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'queue', type: 'HOLD' },
        { id: 'owner', type: 'TRANSFER' },
      ]),
    );
    const id = await holding(rig);
    rig.unreadable.add('flows');
    await rig.hear(person);
    await rig.hear(retracted);
    await pass(600);
    assert.is(await rig.status(id), 'on_hold');
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('the flow cannot be read when the far end answers: the call uses what was read while it rang', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow([{ id: 'hear', type: 'LISTEN' }]));
    const { call } = await rig.desk.place(heldCall);
    await settle();
    rig.unreadable.add('flows');
    rig.telephony.farLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(call.id), 'navigating');
  }));

test('a call that is due while the database cannot be written is dialled once it can', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ ...heldCall, atMs: Date.now() + 60_000 });
    await settle();
    const record = rig.store.record.bind(rig.store);
    let back: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (back = resolve));
    rig.store.record = async (entry) => {
      await written;
      await record(entry);
    };
    await pass(300);
    assert.is(await rig.status(call.id), 'scheduled');
    back();
    await pass(30);
    assert.is(await rig.status(call.id), 'trying');
    assert.is(rig.telephony.farLegs.length, 1);
  }));

test('a call that is stored although its write seemed to fail is placed again once', () =>
  withDesk(async (rig) => {
    await holding(rig, { ...heldCall, redial: true });
    await rig.hear(person);
    const insert = rig.store.insert.bind(rig.store);
    const get = rig.store.get.bind(rig.store);
    let isAway = true;
    const away = (): AppError => new AppError('unavailable', 'the database is locked');
    rig.store.insert = async (...args) => {
      await insert(...args);
      if (isAway) throw away();
    };
    rig.store.get = async (id) => {
      if (isAway) throw away();
      return get(id);
    };
    rig.telephony.farLegs[0]?.end();
    await settle();
    isAway = false;
    await pass(60);
    assert.is(rig.telephony.farLegs.length, 2);
    assert.equal(of(rig, 'call_retry_scheduled').length, 1);
    await rig.restart();
    assert.is(rig.store.calls.size, 2);
  }));

test('a call is shown, taken, sent back and hung up while the database is away', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow([{ id: 'queue', type: 'HOLD' }]));
    const id = await holding(rig);
    const music = { kind: 'class', at: 2, audioClass: 'music', confidence: 0.9, features: {} } as const;
    await rig.hear(music);
    rig.unreadable.add('flows');
    const away = (): Promise<never> => Promise.reject(new DatabaseAway('the disk fails'));
    Object.assign(rig.store, {
      record: () => new Promise(() => undefined),
      segments: away,
      get: away,
      page: away,
    });
    await rig.hear({ ...music, at: 9, audioClass: 'live_human' }, person);
    const shown = rig.desk.snapshot(id);
    await pass(5);
    assert.equal(
      [(await shown).call.status, (await shown).segments.map(({ audioClass }) => audioClass)],
      ['transferring', ['music', 'live_human']],
    );
    const listed = rig.desk.list({ state: 'active', limit: 200 });
    await pass(5);
    assert.equal(
      (await listed).calls.map(({ call, heard }) => [call.id, heard.length]),
      [[id, 2]],
    );
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    const back = rig.desk.resumeHold(id);
    await settle();
    assert.is((await back).status, 'on_hold');
    const ended = rig.desk.hangUp(id);
    await pass(5);
    assert.is((await ended).status, 'ended');
    const last = rig.desk.snapshot(id);
    await pass(5);
    assert.is((await last).call.endReason, 'hangup_api');
  }));

test('the key is pressed while Asterisk is away: the owner is asked again', () =>
  withDesk(async (rig) => {
    own(rig, device('mobile', 1, { confirmsAnswer: true }));
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.answer();
    await settle();
    await pass(10);
    rig.telephony.connect(false);
    await pass(4);
    rig.telephony.connect(true);
    await pass(3);
    phone?.press('1');
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test.run();
