import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError, DatabaseAway } from '../../src/domain/errors.ts';
import { flow, heldCall, holding, pass, person, settle, withDesk } from './desk-rig.ts';
import { of, retracted, ringing } from './ringing-rig.ts';

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

test.run();
