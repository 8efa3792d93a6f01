import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AsteriskDeviceLines } from '../../src/asterisk/lines/device-lines.ts';
import type { ConfigField } from '../../src/asterisk/ari/ari-operations.ts';
import { AppError, type ErrorCode } from '../../src/domain/errors.ts';
import { memoryLog } from '../store/fixtures.ts';
import { deviceOf, password } from './device-rig.ts';
import { ScriptedLink } from './scripted-link.ts';
import { eventually } from './stage.ts';

/** Two phones over an Asterisk that keeps what it is given, and fails on an endpoint of that name. */
async function setUp(againMs?: number): Promise<{
  link: ScriptedLink;
  lines: AsteriskDeviceLines;
  endpoints: Set<string>;
  deleted: string[];
  fault: { endpoint: string; code: ErrorCode } | undefined;
  undeletable: string | undefined;
  /** All that Asterisk has, by type and id. */
  objects: Map<string, ConfigField[]>;
}> {
  const rig: Awaited<ReturnType<typeof setUp>> = {
    endpoints: new Set(),
    deleted: [],
    fault: undefined,
    undeletable: undefined,
    objects: new Map(),
    link: new ScriptedLink({
      'asterisk.updateObject': ({ objectType, id, fields }) => {
        const mayRefuse = objectType === 'endpoint' || rig.fault?.code === 'unavailable';
        if (rig.fault?.endpoint === id && mayRefuse) throw new AppError(rig.fault.code, 'it is not taken');
        if (objectType === 'endpoint') rig.endpoints.add(id);
        rig.objects.set(`${objectType} ${id}`, fields);
      },
      'asterisk.deleteObject': ({ objectType, id }) => {
        if (rig.undeletable === id) throw new AppError('forbidden', 'it is not deleted');
        rig.deleted.push(`${objectType} ${id}`);
        if (objectType === 'endpoint') rig.endpoints.delete(id);
        rig.objects.delete(`${objectType} ${id}`);
      },
      'asterisk.getObject': ({ objectType, id }) => {
        const fields = rig.objects.get(`${objectType} ${id}`);
        if (fields === undefined) throw new AppError('not_found', 'there is none');
        return fields;
      },
      'endpoints.listByTech': () =>
        [...rig.endpoints].map((resource) => ({ technology: 'PJSIP', resource, state: 'online' })),
    }),
    lines: undefined as never,
  };
  rig.lines = new AsteriskDeviceLines({
    link: rig.link,
    application: 'hf-devices',
    trunkConfigured: true,
    mediaEncryption: 'none',
    againMs,
    log: memoryLog(),
  });
  for (const user of ['anna', 'ben'])
    await rig.lines.push({ device: deviceOf(`dev_${user}`, `sip:${user}@here`), sipPassword: password });
  return rig;
}

test('a phone that a restarted Asterisk does not take in time is pushed again: it could not register', async () => {
  const rig = await setUp();
  rig.link.lose();
  rig.endpoints.clear();
  rig.fault = { endpoint: 'anna', code: 'unavailable' };
  const half = await rig.link.connect({ restarted: true }).catch((error: AppError) => error.code);
  assert.is(half, 'unavailable', 'the connection does not count, and is made anew');
  rig.fault = undefined;
  await rig.link.connect();
  assert.equal([...rig.endpoints].sort(), ['anna', 'ben']);
  rig.lines.close();
});

test('one that it refuses keeps no other from being pushed', async () => {
  const rig = await setUp();
  rig.link.lose();
  rig.endpoints.clear();
  rig.fault = { endpoint: 'anna', code: 'forbidden' };
  await rig.link.connect({ restarted: true });
  assert.equal([...rig.endpoints], ['ben']);
  rig.lines.close();
});

test('a changed address that Asterisk refuses leaves the phone as it was, in Asterisk too', async () => {
  const rig = await setUp();
  const before = new Map(rig.objects);
  rig.fault = { endpoint: 'carla', code: 'forbidden' };
  const device = deviceOf('dev_anna', 'sip:carla@here');
  const refused = await rig.lines.push({ device, sipPassword: 'of-carla' }).catch((error: AppError) => error);
  assert.is(refused instanceof AppError && refused.code, 'forbidden');
  assert.equal([...rig.objects.keys()].sort(), [...before.keys()].sort());
  assert.is(rig.lines.endpointOf('dev_anna'), 'anna');
  rig.lines.close();
});

test('so does one of a phone that is called at its own address', async () => {
  const rig = await setUp();
  const device = deviceOf('dev_desk', 'sip:desk@phone.example');
  await rig.lines.push({ device, sipPassword: null });
  rig.fault = { endpoint: 'dev_desk', code: 'invalid' };
  const moved = { ...device, sipUri: 'sip:desk@another.example' };
  const refused = await rig.lines
    .push({ device: moved, sipPassword: null })
    .catch((error: AppError) => error);
  assert.is(refused instanceof AppError && refused.code, 'invalid');
  const contact = rig.objects.get('aor dev_desk')?.find(({ attribute }) => attribute === 'contact');
  assert.is(contact?.value, 'sip:desk@phone.example');
  rig.lines.close();
});

test('a new phone that Asterisk refuses leaves nothing there', async () => {
  const rig = await setUp();
  const before = [...rig.objects.keys()].sort();
  rig.fault = { endpoint: 'carla', code: 'forbidden' };
  const device = deviceOf('dev_carla', 'sip:carla@here');
  await rig.lines.push({ device, sipPassword: 'of-carla' }).catch(() => undefined);
  assert.equal([...rig.objects.keys()].sort(), before);
  rig.lines.close();
});

test('a phone that Asterisk takes too long to take is stored all the same, and pushed with the others when it connects', async () => {
  const rig = await setUp();
  const changes = { dev_anna: 'carla', dev_new: 'dora' };
  for (const [id, user] of Object.entries(changes)) {
    rig.fault = { endpoint: user, code: 'unavailable' };
    const pushed = rig.lines.push({ device: deviceOf(id, `sip:${user}@here`), sipPassword: password });
    assert.is(await pushed.catch((error: AppError) => error.code), 'unavailable');
  }
  rig.fault = undefined;
  rig.link.lose();
  rig.endpoints.clear();
  await rig.link.connect({ restarted: true });
  assert.equal([...rig.endpoints].sort(), ['ben', 'carla', 'dora']);
  rig.lines.close();
});

test('what a slow Asterisk does not take is given to it again, and what it does not delete is deleted, while the connection goes on', async () => {
  const rig = await setUp(5);
  await rig.lines.pushedAll();
  rig.fault = { endpoint: 'dora', code: 'unavailable' };
  const pushed = rig.lines.push({ device: deviceOf('dev_new', 'sip:dora@here'), sipPassword: password });
  assert.is(await pushed.catch((error: AppError) => error.code), 'unavailable');
  rig.undeletable = 'anna';
  const removed = rig.lines.remove('dev_anna');
  assert.is(await removed.catch((error: AppError) => error.code), 'forbidden');
  rig.fault = undefined;
  rig.undeletable = undefined;
  await eventually(() => [...rig.endpoints].sort().join() === 'ben,dora', 'both');
  await eventually(() => rig.lines.isOnline('dev_new'), 'its state is read, too');
  rig.lines.close();
});

test('devices that went while Asterisk was away go there too; one that cannot be deleted costs no connection', async () => {
  const rig = await setUp();
  rig.objects.set('endpoint trunk', [{ attribute: 'moh_suggest', value: 'default' }]);
  rig.endpoints.add('trunk');
  await rig.lines.pushedAll();
  assert.equal(rig.deleted, []);
  rig.link.lose();
  await rig.lines.remove('dev_anna');
  await rig.lines.push({ device: deviceOf('dev_ben', 'sip:bert@here'), sipPassword: password });
  rig.undeletable = 'anna';
  await rig.link.connect();
  assert.equal([...rig.endpoints].sort(), ['anna', 'bert', 'trunk']);
  rig.undeletable = undefined;
  await rig.link.connect();
  assert.equal([...rig.endpoints].sort(), ['bert', 'trunk']);
  assert.equal([...rig.objects.keys()].sort(), ['aor bert', 'auth bert', 'endpoint bert', 'endpoint trunk']);
  rig.lines.close();
});

test('a password changed while Asterisk is away ends the registration made with the one before, once', async () => {
  const rig = await setUp();
  rig.link.lose();
  const device = deviceOf('dev_anna', 'sip:anna@here');
  await rig.lines.push({ device, sipPassword: 'another-password' });
  await rig.lines.push({ device: { ...device, name: 'Anna' }, sipPassword: 'another-password' });
  assert.equal(rig.deleted, []);
  await rig.link.connect();
  await rig.link.connect();
  assert.equal(rig.deleted, ['aor anna']);
  rig.lines.close();
});

test('a browser that opens a second page, which gets a password of its own, keeps what it has', async () => {
  const rig = await setUp();
  const device = { ...deviceOf('dev_page', 'sip:page@here'), type: 'webrtc' as const };
  for (const sipPassword of ['of-the-first-page', 'of-the-second'])
    await rig.lines.push({ device, sipPassword });
  assert.equal(rig.deleted, []);
});

test('a phone has moved when it registers at another address, or again after it took leave', async () => {
  const rig = await setUp();
  const moves: string[] = [];
  rig.lines.onMove((device) => moves.push(device));
  const report = (port: number, contact_status: string): number => {
    rig.link.emit({
      type: 'ContactStatusChange',
      endpoint: {
        technology: 'PJSIP',
        resource: 'anna',
        state: contact_status === 'Removed' ? 'offline' : 'online',
      },
      contact_info: { aor: 'anna', uri: `sip:anna@192.0.2.7:${port}`, contact_status },
    });
    return moves.length;
  };
  assert.is(report(5060, 'NonQualified'), 1);
  assert.is(report(5060, 'NonQualified'), 1, 'it is where it was');
  assert.is(report(5062, 'NonQualified'), 2);
  assert.is(report(5060, 'Removed'), 2, 'the address before');
  assert.is(report(5062, 'NonQualified'), 2);
  assert.is(report(5062, 'Removed'), 2);
  assert.is(report(5062, 'NonQualified'), 3, 'an app that was ended and started again');
  assert.equal([...new Set(moves)], ['dev_anna']);
  rig.lines.close();
});

test('a phone that answers no OPTIONS is not asked any more, until it registers elsewhere; one that did answer is', async () => {
  const rig = await setUp();
  const report = async (resource: string, port: number, contact_status: string): Promise<void> => {
    const state = contact_status === 'Unreachable' ? 'offline' : 'online';
    rig.link.emit({
      type: 'ContactStatusChange',
      endpoint: { technology: 'PJSIP', resource, state },
      contact_info: { aor: resource, uri: `sip:${resource}@192.0.2.7:${port}`, contact_status },
    });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const asked = (user: string): string | undefined =>
    rig.objects.get(`aor ${user}`)?.find(({ attribute }) => attribute === 'qualify_frequency')?.value;
  for (const status of ['NonQualified', 'Reachable', 'Unreachable']) await report('ben', 5060, status);
  assert.is(asked('ben'), '5', 'its network is lost');
  for (const status of ['NonQualified', 'Unreachable']) await report('anna', 5060, status);
  assert.is(asked('anna'), '0');
  rig.link.lose();
  await rig.link.connect();
  assert.is(asked('anna'), '0', 'Asterisk still has its registration');
  await report('anna', 5062, 'NonQualified');
  assert.is(asked('anna'), '5', 'it may be another phone');
  rig.lines.close();
});

test.run();
