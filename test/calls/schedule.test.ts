import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../src/domain/call.ts';
import { AppError } from '../../src/domain/errors.ts';
import { flow, heldCall, holding, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';

const minute = 60;

async function schedule(rig: DeskRig, inSeconds: number): Promise<Call> {
  const { call } = await rig.desk.place({ ...heldCall, atMs: Date.now() + inSeconds * 1000 });
  await settle();
  return call;
}

const allCalls = (rig: DeskRig): Call[] => [...rig.store.calls.values()];

test('a scheduled call is dialled when it is due, and not before', () =>
  withDesk(async (rig) => {
    const call = await schedule(rig, 10 * minute);
    assert.equal([call.status, rig.desk.activeCount()], ['scheduled', 0]);
    await pass(10 * minute - 1);
    assert.is(rig.telephony.farLegs.length, 0);
    await pass(2);
    assert.is(rig.telephony.farLegs.length, 1);
    assert.is(await rig.status(call.id), 'trying');
    rig.telephony.farLegs[0]?.answer();
    await settle();
    await rig.hear(person);
    assert.is(await rig.status(call.id), 'transferring');
  }));

test('a scheduled call is cancelled by hanging it up, and takes no other order', () =>
  withDesk(async (rig) => {
    const call = await schedule(rig, 10 * minute);
    for (const act of [
      () => rig.desk.transfer(call.id, 'kitchen'),
      () => rig.desk.sendDtmf(call.id, '1'),
      () => rig.desk.resumeHold(call.id),
    ]) {
      const refused = await act().catch((error: AppError) => error);
      assert.ok(refused instanceof AppError && refused.code === 'conflict');
    }
    await pass(1);
    const cancelled = await rig.desk.hangUp(call.id);
    assert.is(cancelled.endReason, 'cancelled');
    assert.is(
      cancelled.startedAtMs,
      cancelled.endedAtMs,
      'not in the future, where the newest are looked for',
    );
    await pass(11 * minute);
    assert.is(rig.telephony.farLegs.length, 0);
  }));

test('a scheduled call listens from when it is due, with what is known of the number by then', () =>
  withDesk(async (rig) => {
    const { id } = await schedule(rig, 10 * minute);
    await rig.restart();
    assert.is(rig.listeners.length, 0, 'until then it takes no memory for that');
    rig.desk.listen(id, { name: 'an early listener', take: () => undefined });
    const heard = { seconds: 4, timesHeard: 1, lastHeardAt: 10 };
    rig.recordings.push({ ...heard, id: 'rec', audioClass: 'announcement', fingerprint: new Uint8Array(3) });
    await pass(10 * minute + 1);
    assert.equal(
      rig.listeners.map(({ memory, demand }) => [memory, demand]),
      [[rig.recordings, 'everything']],
    );
    rig.telephony.farLegs[0]?.answer();
    await settle();
    await rig.hear(person);
    assert.is(await rig.status(id), 'transferring');
  }));

test('one that is cancelled never listens; one that ends while its recordings are read leaves no listener', () =>
  withDesk(async (rig) => {
    const [cancelled, ended] = [await schedule(rig, minute), await schedule(rig, minute)];
    await rig.desk.hangUp(cancelled.id);
    let read: () => void = () => undefined;
    rig.slow.set('recordings', new Promise((resolve) => (read = resolve)));
    await pass(minute + 1);
    assert.is(await rig.status(ended.id), 'trying');
    await rig.desk.hangUp(ended.id);
    read();
    await settle();
    assert.equal(
      rig.listeners.map(({ isClosed }) => isClosed),
      [true],
    );
    assert.is(rig.telephony.farLegs.length, 0);
  }));

test('no more than a hundred calls are scheduled at once', () =>
  withDesk(async (rig) => {
    for (let n = 0; n < 100; n++) await schedule(rig, 60 * minute + n);
    const refused = await schedule(rig, 60 * minute).catch((error: AppError) => error);
    assert.ok(refused instanceof AppError && refused.code === 'conflict');
    assert.match(refused.detail, /^100 calls are scheduled already/);
    await rig.desk.hangUp((allCalls(rig)[0] as Call).id);
    assert.is((await schedule(rig, 60 * minute)).status, 'scheduled', 'one that ended makes room');
  }));

test('a restart keeps what is scheduled; what became due a while ago is dialled, what is too late is not', () =>
  withDesk(async (rig) => {
    const [soon, late] = [await schedule(rig, 5 * minute), await schedule(rig, minute)];
    await rig.restart('', {}, () => pass(0)); // an orderly end and a start change nothing
    assert.equal([await rig.status(soon.id), await rig.status(late.id)], ['scheduled', 'scheduled']);
    await rig.restart('', {}, () => pass(18 * minute));
    await pass(1);
    assert.is(await rig.status(soon.id), 'trying', '13 minutes late');
    const missed = await rig.desk.get(late.id);
    assert.is(missed.endReason, 'too_late', '17 minutes late');
    assert.match(
      missed.error ?? '',
      /^due at 20\S+Z and not placed within 15 min: the service was not running$/,
    );
    assert.is(rig.telephony.farLegs.length, 1);
  }));

test('the policy decides when the call is due: a busy gateway has it wait, a spent hour refuses it', () =>
  withDesk(
    async (rig) => {
      const first = await holding(rig);
      const waits = await schedule(rig, minute);
      await pass(2 * minute);
      assert.is(await rig.status(waits.id), 'scheduled', 'only one call at a time');
      await rig.desk.hangUp(first);
      await pass(40);
      assert.is(await rig.status(waits.id), 'trying');
      await rig.desk.hangUp(waits.id);
      const refused = await schedule(rig, minute);
      await pass(2 * minute);
      const call = await rig.desk.get(refused.id);
      assert.is(call.endReason, 'refused');
      assert.match(call.error ?? '', /^max_calls_per_hour: /);
    },
    { policy: { maxConcurrentCalls: 1, maxCallsPerHour: 2 } },
  ));

test('a call that waits too long for its turn says for what', () =>
  withDesk(
    async (rig) => {
      await holding(rig);
      const waits = await schedule(rig, minute);
      await pass(17 * minute);
      const call = await rig.desk.get(waits.id);
      assert.is(call.endReason, 'too_late');
      assert.match(call.error ?? '', /within 15 min: max_concurrent_calls/);
    },
    { policy: { maxConcurrentCalls: 1 } },
  ));

test('two calls that are due at the same moment do not both take the last place', () =>
  withDesk(
    async (rig) => {
      const calls = [await schedule(rig, minute), await schedule(rig, minute)];
      await pass(minute + 1);
      assert.is(rig.telephony.farLegs.length, 1);
      const statuses = await Promise.all(calls.map(({ id }) => rig.status(id)));
      assert.equal(statuses.sort(), ['scheduled', 'trying']);
    },
    { policy: { maxConcurrentCalls: 1 } },
  ));

test('a busy line is called again after the wanted time, as often as wanted', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ ...heldCall, retry: { on: ['busy'], times: 2, minutes: 5 } });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await settle();
      assert.is(rig.telephony.farLegs.length, attempt);
      rig.telephony.farLegs.at(-1)?.end({ kind: 'busy', detail: 'the line is busy' });
      await pass(5 * minute + 1);
    }
    assert.is(rig.telephony.farLegs.length, 3, 'the first call and two more');
    assert.equal(
      allCalls(rig).map(({ attempt, endReason }) => [attempt, endReason]),
      [
        [1, 'busy'],
        [2, 'busy'],
        [3, 'busy'],
      ],
    );
    assert.is(allCalls(rig)[1]?.previousCallId, call.id);
    assert.is(rig.types().filter((type) => type === 'call_retry_scheduled').length, 2);
  }));

test('a call that is placed again keeps what its owner said of it: its facts, and whom to ring', () =>
  withDesk(async (rig) => {
    const facts = [{ label: 'account number', value: '4711' }];
    const { call } = await rig.desk.place({ ...heldCall, retry: { on: ['busy'], times: 1, minutes: 5 } });
    await settle();
    await rig.desk.edit(call.id, { facts, willRing: ['dev_kitchen'] });
    rig.telephony.farLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    const next = allCalls(rig)[1];
    assert.equal([next?.facts, next?.chosen], [facts, { devices: ['dev_kitchen'] }]);
  }));

test('without a retry plan nothing is called again', () =>
  withDesk(async (rig) => {
    await rig.desk.place({ ...heldCall, retry: { on: ['no_answer'], times: 2, minutes: 1 } });
    await settle();
    rig.telephony.farLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await pass(3 * minute);
    assert.is(rig.telephony.farLegs.length, 1);
  }));

test('a company that answers and hangs up before any hold is closed, and called again', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow([{ id: 'hear', type: 'LISTEN', timeout: 60 }]));
    await rig.desk.place({ ...heldCall, retry: { on: ['closed'], times: 1, minutes: 60 } });
    await settle();
    rig.telephony.farLegs[0]?.answer();
    await settle();
    rig.telephony.farLegs[0]?.end();
    await pass(61 * minute);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test('a company that says that it is closed is called again, although the call waits for somebody meanwhile', () =>
  withDesk(async (rig) => {
    const toTheQueue = [
      { id: 'key', type: 'DTMF', dtmf: '1' },
      { id: 'queue', type: 'HOLD', timeout: 600 },
    ] as const;
    for (const steps of [[], toTheQueue]) {
      rig.flows.splice(0, 1, ...(steps.length === 0 ? [] : [flow([...steps])]));
      const before = rig.telephony.farLegs.length;
      const id = await holding(rig, { ...heldCall, retry: { on: ['closed'], times: 1, minutes: 60 } });
      assert.is(await rig.status(id), 'on_hold');
      await pass(15);
      rig.telephony.farLegs.at(-1)?.end();
      await pass(62 * minute);
      assert.is(rig.telephony.farLegs.length, before + 2);
    }
  }));

test('a company that let the call wait, or whose person nobody came for, was not closed, also after a restart', () =>
  withDesk(async (rig) => {
    const heard = [{ kind: 'hold', at: 3, audioClass: 'music', confidence: 0.9 }, person] as const;
    for (const event of heard)
      for (const restarts of [false, true]) {
        const id = await holding(rig, { ...heldCall, retry: { on: ['closed'], times: 1, minutes: 1 } });
        await rig.hear(event);
        await pass(30);
        assert.is(await rig.status(id), 'on_hold');
        let far = rig.telephony.farLegs.at(-1);
        if (restarts) far = (await rig.restart(id, { far })).far;
        far?.end();
        await settle();
        assert.is((await rig.desk.get(id)).endReason, 'hangup_remote');
      }
    await pass(2 * minute);
    assert.is(rig.telephony.farLegs.length, 4);
  }));

test('a recording that was taken for a person leaves a company closed', () =>
  withDesk(async (rig) => {
    await holding(rig, { ...heldCall, retry: { on: ['closed'], times: 1, minutes: 1 } });
    await rig.hear(person);
    await rig.hear({ kind: 'person_retracted', at: 4, reason: 'a recording' });
    await pass(2);
    rig.telephony.farLegs[0]?.end();
    await pass(61);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test('so is one that hangs up before its answer was noted', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({
      ...heldCall,
      retry: { on: ['closed'], times: 1, minutes: 60 },
    });
    const dial = rig.telephony.dialFar.bind(rig.telephony);
    rig.telephony.dialFar = async (...wanted) => {
      const leg = await dial(...wanted);
      rig.telephony.farLegs[0]?.answer();
      rig.telephony.farLegs[0]?.end();
      return leg;
    };
    await settle();
    assert.is((await rig.desk.get(call.id)).endReason, 'hangup_remote');
    await pass(61 * minute);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test('a person who hangs up while the owner is fetched is called again at once, three times at most', () =>
  withDesk(async (rig) => {
    await rig.desk.place({ ...heldCall, redial: true });
    for (let attempt = 1; attempt <= 4; attempt++) {
      await settle();
      assert.is(rig.telephony.farLegs.length, attempt);
      const far = rig.telephony.farLegs.at(-1);
      far?.answer();
      await settle();
      await rig.hear(person);
      far?.end();
      await pass(2);
    }
    assert.is(rig.telephony.farLegs.length, 4);
  }));

test('a person who hangs up is called again although a busy line has used up all attempts, and the other way round', () =>
  withDesk(async (rig) => {
    await rig.desk.place({ ...heldCall, redial: true, retry: { on: ['busy'], times: 1, minutes: 1 } });
    const meet = async (): Promise<void> => {
      rig.telephony.farLegs.at(-1)?.answer();
      await settle();
      await rig.hear(person);
      rig.telephony.farLegs.at(-1)?.end();
      await pass(2);
    };
    await settle();
    for (let redial = 1; redial <= 2; redial++) await meet();
    assert.is(rig.telephony.farLegs.length, 3);
    rig.telephony.farLegs.at(-1)?.end({ kind: 'busy', detail: 'the line is busy' });
    await pass(minute + 1);
    assert.is(rig.telephony.farLegs.length, 4, 'the one retry');
    await meet();
    assert.is(rig.telephony.farLegs.length, 5, 'the third redial');
    await meet();
    assert.is(rig.telephony.farLegs.length, 5, 'no fourth');
  }));

test('a scheduled call that had to wait for a place may last as long as any other', () =>
  withDesk(
    async (rig) => {
      const first = await holding(rig);
      const waits = await schedule(rig, minute);
      await pass(4 * minute);
      await rig.desk.hangUp(first);
      await pass(40);
      assert.is(await rig.status(waits.id), 'trying');
      rig.telephony.farLegs.at(-1)?.answer();
      await pass(2 * minute);
      assert.is(await rig.status(waits.id), 'on_hold', 'more than its five minutes after it was due');
      await pass(3 * minute);
      assert.is((await rig.desk.get(waits.id)).endReason, 'max_duration');
    },
    { policy: { maxConcurrentCalls: 1 }, settings: { maxCallSeconds: 5 * minute } },
  ));

test('a call that ended while the process was away is followed up on once, however slow the database', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow([{ id: 'hear', type: 'LISTEN', timeout: 20 }]));
    const { call } = await rig.desk.place({ ...heldCall, retry: { on: ['closed'], times: 3, minutes: 5 } });
    await settle();
    rig.telephony.farLegs[0]?.answer();
    await settle();
    await rig.restart(call.id, {}, async () => {
      const { store } = rig;
      const [insert, list] = [store.insert.bind(store), store.listDueFollowUps.bind(store)];
      store.insert = (...row) => settle().then(() => insert(...row));
      store.listDueFollowUps = (sinceMs) => settle().then(() => list(sinceMs));
    });
    for (let round = 0; round < 4; round++) await settle();
    assert.equal(
      allCalls(rig).map(({ previousCallId }) => previousCallId),
      [null, call.id],
    );
    await pass(5 * minute + 1);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test('a follow-up that the database refuses at a start keeps no other from being made', () =>
  withDesk(async (rig) => {
    const { store } = rig;
    const insert = store.insert.bind(store);
    const refuse = (): Promise<never> => Promise.reject(new Error('the database is locked'));
    const placed: string[] = [];
    for (let n = 0; n < 2; n++) {
      const { call } = await rig.desk.place({ ...heldCall, retry: { on: ['busy'], times: 2, minutes: 5 } });
      placed.push(call.id);
      await settle();
      store.insert = refuse;
      rig.telephony.farLegs.at(-1)?.end({ kind: 'busy', detail: 'the line is busy' });
      await settle();
      store.insert = insert;
    }
    await rig.restart('', {}, async () => {
      store.insert = () => {
        store.insert = insert;
        return refuse();
      };
    });
    assert.equal(
      allCalls(rig).flatMap(({ previousCallId }) => previousCallId ?? []),
      placed.slice(1),
    );
  }));

test('a call that is placed again is told of in the one before, even if the process ends right after', () =>
  withDesk(async (rig) => {
    const { store } = rig;
    const [insert, record] = [store.insert.bind(store), store.record.bind(store)];
    const { call } = await rig.desk.place({ ...heldCall, retry: { on: ['busy'], times: 2, minutes: 5 } });
    await settle();
    store.insert = async (...args) => {
      await insert(...args);
      store.record = () => new Promise(() => undefined);
    };
    rig.telephony.farLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    await rig.restart('', {}, async () => void Object.assign(store, { insert, record }));
    assert.is(allCalls(rig).length, 2);
    const told = store.entries
      .flatMap(({ events }) => events)
      .filter(({ type }) => type === 'call_retry_scheduled');
    assert.equal(
      told.map(({ callId, data }) => [callId, (data as { next_call_id: string }).next_call_id]),
      [[call.id, allCalls(rig)[1]?.id]],
    );
  }));

test('a process that ends between the end of a call and the next attempt leaves that to the next one, once', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ ...heldCall, retry: { on: ['busy'], times: 2, minutes: 5 } });
    await settle();
    rig.telephony.listen = async () => ({ stop: () => new Promise(() => undefined) }); // is long about letting go
    rig.telephony.farLegs[0]?.ring();
    await settle();
    rig.telephony.farLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.is(await rig.status(call.id), 'failed');
    await rig.restart();
    await rig.restart();
    assert.equal(
      allCalls(rig).map(({ attempt, status, previousCallId }) => [attempt, status, previousCallId]),
      [
        [1, 'failed', null],
        [2, 'scheduled', call.id],
      ],
    );
    assert.is((rig.last('call_retry_scheduled') as { attempt: number }).attempt, 2);
    await pass(5 * minute + 1);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test.run();
