import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeviceDesk } from '../../src/devices/device-desk.ts';
import type { StoredDevice } from '../../src/devices/store.ts';
import { AppError, DatabaseAway } from '../../src/domain/errors.ts';
import type { PrismaClient } from '../../src/store/client/client.ts';
import { StoredDevices } from '../../src/store/devices.ts';
import { MemoryLines } from '../http/rig.ts';
import { memoryLog, testSealer, withStore } from './fixtures.ts';

function aDevice(name: string): StoredDevice {
  return {
    device: {
      id: `dev_${name}`,
      name,
      type: 'sip_phone',
      sipUri: `sip:${name}@gateway.test`,
      priority: 1,
      capabilities: ['voice'],
      confirmsAnswer: false,
      createdAtMs: 1,
      updatedAtMs: 1,
    },
    addressKey: `registers:${name}`,
    sipPassword: 'Sesame',
    credentialId: null,
    lastOnlineAtMs: null,
  };
}

test('changes at once are all kept, while the address is looked up', () =>
  withStore(async (store) => {
    const desk = createDeviceDesk({
      store: store.devices,
      lines: new MemoryLines(),
      journal: store.journal,
      isToldByPush: () => false,
      isArriving: () => false,
      log: memoryLog(),
      rules: {
        ownHosts: ['gateway.test:5060'],
        hosts: { permit: () => setImmediate() },
        permitNumber: (typed) => typed,
      },
    });
    const draft = { name: 'hall', type: 'sip_phone', sip_uri: 'sip:hall@phone.example' } as const;
    const { device } = await desk.create(draft);
    await Promise.all([
      desk.update(device.id, { name: 'Hall' }),
      desk.order([device.id]),
      desk.update(device.id, { capabilities: ['voice', 'video'] }),
    ]);
    const [{ name, priority, capabilities } = device] = await desk.list();
    assert.equal([name, priority, capabilities], ['Hall', 1, ['voice', 'video']]);
  }));

test('the list has each change at once, even after a failed one', () =>
  withStore(async ({ devices }) => {
    const listed = async () =>
      (await devices.list()).map(
        ({ device, sipPassword, lastOnlineAtMs }) =>
          `${device.name} ${device.priority} ${JSON.stringify(sipPassword)} ${lastOnlineAtMs}`,
      );
    assert.equal(await listed(), []);
    await devices.insert(aDevice('hall'));
    assert.equal(await listed(), ['hall 1 "Sesame" null']);
    await devices.insert({ ...aDevice('desk'), sipPassword: null });
    await devices.insert({ ...aDevice('twin'), addressKey: 'registers:hall' }).then(
      () => assert.unreachable(),
      (error: AppError) => assert.is(error.code, 'conflict'),
    );
    assert.equal(await listed(), ['desk 1 null null', 'hall 1 "Sesame" null']);
    await devices.setPriorities(new Map([['dev_desk', 7]]), 2);
    await devices.replacePassword('dev_hall', 'Open', 3);
    await devices.touchOnline('dev_hall', 4);
    assert.equal(await listed(), ['hall 1 "Open" 4', 'desk 7 null null']);
    const hall = aDevice('hall');
    await devices.replace({ ...hall, device: { ...hall.device, name: 'Hall' } });
    assert.equal(await listed(), ['Hall 1 "Sesame" 4', 'desk 7 null null']);
    await devices.remove('dev_hall');
    assert.equal(await listed(), ['desk 7 null null']);
  }));

test('what a caller does with its list, or asks for while a device is written, changes nobody else’s', () =>
  withStore(async ({ devices }) => {
    await devices.insert(aDevice('hall'));
    (await devices.list()).pop();
    const [, during] = await Promise.all([devices.insert(aDevice('desk')), devices.list()]);
    assert.ok(during.length === 1 || during.length === 2);
    assert.is((await devices.list()).length, 2);
  }));

test('while the database is away, the devices are those that were read last', async () => {
  const row = {
    id: 'dev_hall',
    name: 'hall',
    type: 'sip_phone',
    sipUri: '',
    addressKey: '',
    sipPassword: null,
  };
  const dates = { createdAt: new Date(0), updatedAt: new Date(0), lastOnlineAt: null };
  let fault: Error | undefined = new DatabaseAway('the disk fails');
  const answer = async (rows: unknown) => {
    if (fault !== undefined) throw new Error('wrapped by the client', { cause: fault });
    return rows;
  };
  const device = { findMany: () => answer([{ ...row, ...dates }]), updateMany: () => answer({ count: 1 }) };
  const devices = new StoredDevices({ device } as unknown as PrismaClient, testSealer);
  const failure = async (act: Promise<unknown>): Promise<unknown> => act.catch((error: Error) => error.cause);
  assert.instance(await failure(devices.list()), DatabaseAway, 'none was read yet');
  fault = undefined;
  assert.is((await devices.list()).length, 1);
  fault = new DatabaseAway('the disk fails');
  assert.instance(await failure(devices.touchOnline('dev_hall', 1)), DatabaseAway);
  assert.is((await devices.get('dev_hall'))?.device.name, 'hall');
  fault = new RangeError('nonsense');
  assert.is(await failure(devices.list()), fault, 'what is no outage is reported');
});

test.run();
