import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../src/calls/store.ts';
import type { LegRole, LegState } from '../../src/calls/telephony.ts';
import { TrunkDials, type DialRequest } from '../../src/calls/placing/trunk-dials.ts';
import type { DeviceWithState } from '../../src/domain/device.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { SpendPolicy } from '../../src/domain/policy.ts';
import { hourMs } from '../../src/domain/durations.ts';
import type { TrunkDial } from '../../src/domain/trunk-dial.ts';
import { openPolicy } from '../rig/open-policy.ts';
import { ScriptedLeg } from '../rig/scripted-telephony.ts';
import { type DeskRig, heldCall, holding, pass, settle, withDesk } from './desk-rig.ts';
import { memoryLog, withStore } from '../store/fixtures.ts';

const company = '+12025550100';
const mobile: DeviceWithState = {
  id: 'dev_mobile',
  name: 'mobile',
  type: 'external',
  sipUri: 'tel:+12025550142',
  priority: 1,
  capabilities: [],
  confirmsAnswer: false,
  createdAtMs: 0,
  updatedAtMs: 0,
  isOnline: true,
  canWake: false,
  isArriving: false,
  lastOnlineAtMs: null,
};

const newLeg = (callId: string, role: LegRole, state?: LegState): ScriptedLeg =>
  new ScriptedLeg(`${callId}.${role}`, callId, role, state);

interface Given {
  policy?: Partial<SpendPolicy>;
  stored?: TrunkDial[];
  record?: (entry: JournalEntry) => Promise<void>;
}

async function openDials({ policy = {}, stored = [], record = async () => {} }: Given = {}) {
  const rows = new Map<string, TrunkDial>();
  const dials = await TrunkDials.open({
    policy: { ...openPolicy, ...policy },
    store: { list: async () => stored.map((dial) => ({ ...dial })) },
    journal: {
      record: (entry) => {
        if (entry.trunkDial !== undefined) rows.set(entry.trunkDial.id, entry.trunkDial);
        return record(entry);
      },
    },
    maxLegSeconds: 3_600,
    log: memoryLog(),
  });
  return { dials, rows };
}

const toDevice = (callId = 'call_1'): DialRequest => ({
  callId,
  number: '+12025550142',
  purpose: 'device',
  deviceId: 'dev_mobile',
});
const toCompany = (callId = 'call_1'): DialRequest => ({ callId, number: company, purpose: 'far' });

async function reasonOf(act: () => unknown): Promise<string> {
  try {
    await act();
    return '';
  } catch (error) {
    if (error instanceof AppError) return error.detail;
    throw error;
  }
}

test('of many concurrent requests only as many get a place as there are', async () => {
  const { dials, rows } = await openDials({ policy: { maxCallsPerHour: 3, maxConcurrentCalls: 100 } });
  const answers = await Promise.all(
    Array.from({ length: 31 }, () => reasonOf(() => dials.permit(toDevice()))),
  );
  assert.is(answers.filter((reason) => reason === '').length, 3);
  assert.ok(
    answers.filter((reason) => reason !== '').every((reason) => reason.startsWith('max_calls_per_hour')),
  );
  assert.is(rows.size, 3);
});

test('a dial is recorded before it is permitted', async () => {
  let store = (): void => {};
  const { dials } = await openDials({ record: () => new Promise((resolve) => (store = resolve)) });
  let isPermitted = false;
  const asking = dials.permit(toCompany()).then(() => (isPermitted = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(isPermitted, false);
  store();
  await asking;
});

test('while the database accepts no writes the company is not dialled, the waiting owner is; both count', () =>
  withDesk(async () => {
    const { dials } = await openDials({ record: () => new Promise(() => {}) });
    const [far, device] = [
      reasonOf(() => dials.permit(toCompany())),
      reasonOf(() => dials.permit(toDevice())),
    ];
    await pass(1);
    assert.is(await device, '');
    await pass(29);
    assert.match(await far, /not dialled/);
    assert.is(dials.use().dialsInLastHour, 2);
  }));

for (const [what, isSlow] of [
  ['dial', ({ trunkDial }) => trunkDial !== undefined],
  ['INVITE', ({ call }) => call !== undefined && call.farInvitedAtMs !== null],
] as const satisfies [string, (entry: JournalEntry) => boolean][]) {
  /** Placed while the database writes nothing of the kind until it is told to. */
  const placed = async (rig: DeskRig): Promise<{ id: string; write: () => void }> => {
    const record = rig.store.record.bind(rig.store);
    let write = (): void => undefined;
    const written = new Promise<void>((resolve) => (write = resolve));
    let line = Promise.resolve();
    rig.store.record = (entry) =>
      (line = line.then(() => (isSlow(entry) ? written : undefined)).then(() => record(entry)));
    const { call } = await rig.desk.place(heldCall);
    await settle();
    return { id: call.id, write };
  };

  test(`a database that takes seconds to record the ${what} delays the call and does not cost it`, () =>
    withDesk(async (rig) => {
      const { id, write } = await placed(rig);
      await pass(20);
      assert.equal([await rig.status(id), rig.telephony.farLegs.length], ['trying', 0]);
      write();
      await settle();
      assert.is(rig.telephony.farLegs.length, 1);
      rig.telephony.farLegs[0]?.answer();
      await settle();
      assert.is(await rig.status(id), 'on_hold');
    }));

  test(`a call that is hung up while its ${what} waits for the database ends at once, and is not dialled`, () =>
    withDesk(async (rig) => {
      const { id, write } = await placed(rig);
      assert.is((await rig.desk.hangUp(id)).status, 'ended');
      write();
      await settle();
      assert.is(rig.telephony.farLegs.length, 0);
    }));

  test(`a call whose ${what} the database refuses to record ends, and is not dialled`, () =>
    withDesk(async (rig) => {
      const record = rig.store.record.bind(rig.store);
      let refused = 0;
      rig.store.record = async (entry) => {
        if (isSlow(entry) && refused++ === 0) throw new Error('a field is wrong');
        await record(entry);
      };
      const { call } = await rig.desk.place(heldCall);
      await settle();
      assert.equal([await rig.status(call.id), rig.telephony.farLegs.length], ['failed', 0]);
    }));

  test(`a call whose ${what} is not recorded for half a minute ends, and is not dialled`, () =>
    withDesk(async (rig) => {
      const { id, write } = await placed(rig);
      await pass(31);
      assert.is((await rig.desk.get(id)).status, 'failed');
      write();
      await settle();
      assert.is(rig.telephony.farLegs.length, 0);
    }));
}

test('one held call reaches an external device whatever the concurrency; a second call has no place', async () => {
  const { dials } = await openDials({ policy: { maxConcurrentCalls: 1 } });
  assert.is(dials.admit('call_1', '+1 202 555 0100', 0), company);
  const far = await dials.permit(toCompany());
  far.follow(newLeg('call_1', 'far'));
  const ringing = newLeg('call_1', 'device');
  (await dials.permit(toDevice())).follow(ringing);
  assert.match(await reasonOf(() => dials.admit('call_2', company, 0)), /max_concurrent_calls/);
  assert.match(await reasonOf(() => dials.permit(toCompany('call_2'))), /max_concurrent_calls/);
  assert.match(await reasonOf(() => dials.permit(toDevice())), /max_concurrent_calls: .*legs/);
  await ringing.hangUp();
  assert.is(await reasonOf(() => dials.permit(toDevice())), '');
});

test('an accepted call keeps its place in the hour until it is dialled or over', async () => {
  const { dials } = await openDials({ policy: { maxCallsPerHour: 1 } });
  dials.admit('call_1', company, 0);
  assert.match(await reasonOf(() => dials.admit('call_2', company, 0)), /max_calls_per_hour/);
  assert.match(await reasonOf(() => dials.permit(toDevice())), /max_calls_per_hour/);
  assert.is(await reasonOf(() => dials.permit(toCompany())), '', 'its own');
  assert.match(await reasonOf(() => dials.permit(toCompany())), /max_calls_per_hour/, 'a re-dial is another');

  const { dials: others } = await openDials({ policy: { maxCallsPerHour: 1 } });
  others.admit('call_1', company, 0);
  others.forget('call_1');
  assert.is(await reasonOf(() => others.admit('call_2', company, 0)), '');
});

test('a dial that Asterisk did not take has been made all the same', async () => {
  const { dials } = await openDials({ policy: { maxCallsPerHour: 1 } });
  (await dials.permit(toCompany())).end();
  assert.match(await reasonOf(() => dials.permit(toCompany())), /max_calls_per_hour/);
  assert.is(dials.use().openLegs, 0);
});

test('a number that the policy forbids is refused at the dial too', async () => {
  const { dials, rows } = await openDials();
  for (const number of ['+19005550002', '+18765551234', '911'])
    assert.not.equal(await reasonOf(() => dials.permit({ ...toDevice(), number })), '');
  assert.is(rows.size, 0);
});

test('the hour, the minutes and the legs outlive the process', () =>
  withStore(async (store) => {
    const policy = { ...openPolicy, maxCallsPerHour: 2, maxMinutesPerDay: 10, maxConcurrentCalls: 1 };
    const open = (): Promise<TrunkDials> =>
      TrunkDials.open({
        policy,
        store: store.trunkDials,
        journal: store.journal,
        maxLegSeconds: 3_600,
        log: memoryLog(),
      });
    const before = await open();
    const far = newLeg('call_1', 'far');
    (await before.permit(toCompany())).follow(far);
    far.answer();
    await store.journal.flush(1_000);

    const after = await open();
    assert.equal([after.use().activeCalls, after.use().openLegs, after.use().dialsInLastHour], [1, 1, 1]);
    const adopted = newLeg('call_1', 'far', 'up');
    after.adopt('call_1', { far: adopted, devices: [], bridge: undefined });
    after.endOrphans(new Set(['call_1']));
    assert.is(after.use().openLegs, 1);
    assert.is(await reasonOf(() => after.permit(toDevice())), '');
    assert.match(await reasonOf(() => after.permit(toDevice())), /max_calls_per_hour/);
    await adopted.hangUp();
    assert.is(after.use().activeCalls, 0);
  }));

const nowMs = Date.now();
const earlier = (changes: Partial<TrunkDial>): TrunkDial => ({
  id: 'dial_1',
  callId: 'call_1',
  number: company,
  purpose: 'far',
  deviceId: null,
  atMs: nowMs - 5 * hourMs,
  answeredAtMs: nowMs - 5 * hourMs,
  endedAtMs: null,
  ...changes,
});

test('a leg that vanished while the service was down has ended, after its longest time at most', async () => {
  const stored = [earlier({}), earlier({ id: 'dial_2', callId: 'call_2', answeredAtMs: null })];
  const { dials, rows } = await openDials({ stored });
  dials.adopt('call_1', { far: undefined, devices: [], bridge: undefined });
  assert.is(rows.get('dial_1')?.endedAtMs, nowMs - 4 * hourMs);
  assert.is(dials.use().minutesInLastDay, 60);
  assert.is(dials.use().openLegs, 1);
  dials.endOrphans(new Set(['call_1']));
  assert.is(dials.use().openLegs, 0);
});

test('minutes that are spent stop the next dial and no running leg', async () => {
  const stored = [earlier({ endedAtMs: nowMs - 4 * hourMs })];
  const { dials } = await openDials({ stored, policy: { maxMinutesPerDay: 60 } });
  assert.match(await reasonOf(() => dials.permit(toDevice())), /max_minutes_per_day: 60/);
  const { dials: others } = await openDials({ stored, policy: { maxMinutesPerDay: 60.1 } });
  const leg = newLeg('call_2', 'device');
  (await others.permit(toDevice('call_2'))).follow(leg);
  leg.answer();
  assert.is(leg.state, 'up');
});

test('transfers in a loop run into the hourly cap, and the owner is told by which rule', () =>
  withDesk(
    async (rig) => {
      rig.devices.splice(0, 1, mobile);
      const id = await holding(rig);
      for (let n = 0; n < 31; n++) {
        await rig.desk.transfer(id, 'mobile');
        await settle();
        rig.telephony.deviceLegs.at(-1)?.end({ kind: 'busy', detail: 'the line is busy' });
        await settle();
      }
      assert.is(rig.telephony.deviceLegs.length, 3, 'with the call itself four');
      assert.ok(rig.types().filter((type) => type === 'device_failed').length >= 28);
      assert.match((rig.last('device_failed') as { reason: string }).reason, /^max_calls_per_hour: 4/);
      assert.is(await rig.status(id), 'on_hold', 'the person is not dropped for it');
    },
    { policy: { maxCallsPerHour: 4, maxConcurrentCalls: 1 } },
  ));

test('transfers at once, each in the place of the one before, are no way round it either', () =>
  withDesk(
    async (rig) => {
      rig.devices.splice(0, 1, mobile);
      const id = await holding(rig);
      for (let n = 0; n < 31; n++) void rig.desk.transfer(id, 'mobile');
      await settle();
      for (let n = 0; n < 31; n++) {
        void rig.desk.transfer(id, 'mobile');
        await new Promise((resolve) => setImmediate(resolve));
      }
      await settle();
      assert.ok(rig.telephony.deviceLegs.length <= 1, `${rig.telephony.deviceLegs.length} INVITEs`);
    },
    { policy: { maxCallsPerHour: 2, maxConcurrentCalls: 1 } },
  ));

test.run();
