import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { StoredEvent } from '../../src/domain/events.ts';
import { withRig } from './rig.ts';

const test = suite('devices over REST');

const at = '/api/v1/devices';
const remote = { name: 'Kitchen', type: 'sip_phone', sip_uri: 'sip:kitchen@phone.example', priority: 2 };
const registering = { name: 'Desk', type: 'softphone', sip_uri: 'sip:desk@gateway.test' };

test('a phone elsewhere: 201, pushed without a password', () =>
  withRig(async (rig) => {
    const answer = await rig.ask('POST', at, { ...remote, capabilities: ['voice'] });
    assert.is(answer.status, 201);
    assert.is(answer.headers.get('location'), `${at}/${answer.body.id}`);
    assert.equal(
      [answer.body.is_online, answer.body.priority, answer.body.capabilities, 'sip_password' in answer.body],
      [false, 2, ['voice'], false],
    );
    assert.is(rig.lines.pushed[0]?.sipPassword, null);
    assert.equal((await rig.ask('GET', `${at}/${answer.body.id}`)).body, answer.body);
  }));

test('a phone that registers here gets a password, which is shown only once', () =>
  withRig(async (rig) => {
    const { body } = await rig.ask('POST', at, registering);
    assert.match(body.sip_password, /^[A-Za-z0-9_-]{24,}$/);
    assert.is(rig.lines.pushed[0]?.sipPassword, body.sip_password);
    assert.not.ok('sip_password' in (await rig.ask('GET', `${at}/${body.id}`)).body);
    assert.not.ok(JSON.stringify((await rig.ask('GET', at)).body).includes(body.sip_password));
    const renamed = await rig.ask('PUT', `${at}/${body.id}`, { name: 'Desk phone' });
    assert.not.ok('sip_password' in renamed.body);
    assert.is(rig.lines.pushed.at(-1)?.sipPassword, body.sip_password, 'the password stays');
    assert.not.ok(JSON.stringify(rig.log.lines).includes(body.sip_password));
  }));

test('whether whoever answers must press 1 is off unless asked for, and not for a browser', () =>
  withRig(async (rig) => {
    const mobile = { name: 'Mobile', type: 'external', sip_uri: 'tel:+12025550142' };
    assert.is((await rig.ask('POST', at, remote)).body.confirm_answer, false);
    const created = await rig.ask('POST', at, { ...mobile, confirm_answer: true });
    assert.equal([created.status, created.body.confirm_answer], [201, true]);
    const one = `${at}/${created.body.id}`;
    assert.is((await rig.ask('PUT', one, { name: 'Cell' })).body.confirm_answer, true, 'it stays');
    const refused = await rig.ask('PUT', one, { confirm_answer: 1 });
    assert.equal([refused.status, /confirm_answer/.test(refused.body.detail)], [400, true]);
    assert.is((await rig.ask('PUT', one, { confirm_answer: false })).body.confirm_answer, false);
    const browser = { ...registering, type: 'webrtc', confirm_answer: true };
    const { status, body } = await rig.ask('POST', at, browser);
    assert.equal([status, /confirm_answer/.test(body.detail)], [400, true]);
  }));

test('the same address twice is 409, however it is written', () =>
  withRig(async (rig) => {
    assert.is((await rig.ask('POST', at, remote)).status, 201);
    for (const sip_uri of [
      'sip:kitchen@phone.example',
      'sip:kitchen@PHONE.example',
      'sip:kitchen@phone.example:5060',
    ])
      assert.is((await rig.ask('POST', at, { ...remote, sip_uri })).status, 409, sip_uri);
    assert.is(
      (await rig.ask('POST', at, { ...remote, sip_uri: 'sip:kitchen@phone.example:5080' })).status,
      201,
    );
    assert.is((await rig.ask('POST', at, registering)).status, 201);
    for (const sip_uri of ['sip:desk@192.0.2.1', 'sip:DESK@gateway.test', 'sip:desk@gateway.test:5060'])
      assert.is((await rig.ask('POST', at, { ...registering, sip_uri })).status, 409, sip_uri);
    const external = { name: 'Mobile', type: 'external', sip_uri: 'tel:+1 202 555 0142' };
    const mobile = await rig.ask('POST', at, external);
    assert.equal([mobile.status, mobile.body.sip_uri], [201, 'tel:+12025550142']);
    assert.is((await rig.ask('POST', at, { ...external, sip_uri: 'tel:+12025550142' })).status, 409);
  }));

test('the dialling policy is not evaded through a device', () =>
  withRig(async (rig) => {
    const trunk = await rig.ask('POST', at, { ...remote, sip_uri: 'sip:office@TRUNK.test' });
    assert.equal([trunk.status, /trunk/.test(trunk.body.detail)], [400, true]);
    const abroad = await rig.ask('POST', at, { name: 'x', type: 'external', sip_uri: 'tel:+442079460000' });
    assert.match(abroad.body.detail, /allowed_countries/);
    const { body: device } = await rig.ask('POST', at, remote);
    const moved = await rig.ask('PUT', `${at}/${device.id}`, { sip_uri: 'sip:office@trunk.test' });
    assert.is(moved.status, 400);
    assert.is((await rig.ask('GET', `${at}/${device.id}`)).body.sip_uri, remote.sip_uri);
  }));

const aliases = [
  'sip:alice@alias.test',
  'sip:alice@ALIAS.test:5080',
  'sip:alice@198.51.100.7',
  'sip:alice@198.51.100.7:5099',
  'sip:alice@trunk.test:5071',
];
const numbers = [
  'sip:19005550002@phone.example',
  'sip:19005550002@203.0.113.9',
  'sip:1-900-555-0002@pbx.test',
];

for (const type of ['sip_phone', 'softphone', 'webrtc'])
  test(`a ${type} leads neither to the trunk nor to a number, made or changed`, () =>
    withRig(async (rig) => {
      const { body: device } = await rig.ask('POST', at, { ...remote, type });
      for (const sip_uri of [...aliases, ...numbers]) {
        const reason = aliases.includes(sip_uri) ? /trunk/ : /number/;
        const made = await rig.ask('POST', at, { ...remote, type, sip_uri });
        const changed = await rig.ask('PUT', `${at}/${device.id}`, { sip_uri });
        for (const answer of [made, changed]) {
          assert.is(answer.status, 400, sip_uri);
          assert.match(answer.body.detail, reason);
        }
      }
      assert.is(rig.lines.pushed.length, 1);
    }));

test('an external device does not become a phone at its number', () =>
  withRig(async (rig) => {
    const { body } = await rig.ask('POST', at, { name: 'x', type: 'external', sip_uri: 'tel:+12025550142' });
    assert.is((await rig.ask('PUT', `${at}/${body.id}`, { type: 'softphone' })).status, 400);
  }));

test('GET, edit, PUT; a phone that begins to register here gets a password, one that stops loses it', () =>
  withRig(async (rig) => {
    const { body: device } = await rig.ask('POST', at, remote);
    const put = await rig.ask('PUT', `${at}/${device.id}`, { ...device, priority: 7, is_online: true });
    assert.equal([put.status, put.body.priority, put.body.is_online], [200, 7, false]);
    const here = await rig.ask('PUT', `${at}/${device.id}`, { sip_uri: 'sip:kitchen@gateway.test' });
    assert.match(here.body.sip_password, /^.{24,}$/);
    const away = await rig.ask('PUT', `${at}/${device.id}`, { sip_uri: remote.sip_uri });
    assert.not.ok('sip_password' in away.body);
    assert.is(rig.lines.pushed.at(-1)?.sipPassword, null);
    assert.is((await rig.ask('PUT', `${at}/dev_none`, { name: 'x' })).status, 404);
    const other = await rig.ask('POST', at, { ...remote, sip_uri: 'sip:other@phone.example' });
    assert.is((await rig.ask('PUT', `${at}/${other.body.id}`, { sip_uri: remote.sip_uri })).status, 409);
    assert.is((await rig.ask('PUT', `${at}/${other.body.id}`, { type: 'external' })).status, 400);
  }));

test('deleted: 200, and removed from Asterisk; again 404', () =>
  withRig(async (rig) => {
    const { body: device } = await rig.ask('POST', at, remote);
    const deleted = await rig.ask('DELETE', `${at}/${device.id}`);
    assert.equal([deleted.status, deleted.body], [200, { id: device.id, deleted: true }]);
    assert.equal(rig.lines.removed, [device.id]);
    assert.is((await rig.ask('DELETE', `${at}/${device.id}`)).status, 404);
  }));

test('devices that come and go are reported, and listed in the order in which they ring', () =>
  withRig(async (rig) => {
    const { body: second } = await rig.ask('POST', at, remote);
    const { body: first } = await rig.ask('POST', at, { ...registering, priority: 1 });
    const seen: StoredEvent[] = [];
    const both = new Promise<void>((resolve) => {
      rig.store.journal.subscribe((event) => {
        seen.push(event);
        if (seen.length === 2) resolve();
      });
    });
    rig.lines.turn(first.id, true);
    rig.lines.turn(first.id, false);
    rig.lines.turn('dev_gone', true);
    rig.lines.online.add(second.id);
    await both;
    assert.equal(
      seen.map(({ type, callId, data }) => [type, callId, data]),
      [
        ['device_online', '', { device: first.id, name: 'Desk' }],
        ['device_offline', '', { device: first.id, name: 'Desk' }],
      ],
    );
    const { body } = await rig.ask('GET', at);
    assert.equal(
      body.devices.map((device: { id: string; is_online: boolean }) => [device.id, device.is_online]),
      [
        [first.id, false],
        [second.id, true],
      ],
    );
  }));

test('a device is kept when Asterisk is away, and pushed at the next start', () =>
  withRig(async (rig) => {
    rig.lines.push = () => Promise.reject(new Error('ARI is away'));
    const answer = await rig.ask('POST', at, remote);
    assert.is(answer.status, 201);
    assert.ok(rig.log.lines.some(({ level }) => level === 'warn'));
    assert.is((await rig.ask('GET', at)).body.devices.length, 1);
  }));

test('what the telephone side refuses is not kept, and an update leaves the device as it was', () =>
  withRig(async (rig) => {
    const { body: device } = await rig.ask('POST', at, remote);
    rig.lines.push = () => Promise.reject(new AppError('conflict', '"sip_uri": the name is taken'));
    const refused = await rig.ask('POST', at, registering);
    assert.equal([refused.status, refused.body.detail], [409, '"sip_uri": the name is taken']);
    assert.is((await rig.ask('PUT', `${at}/${device.id}`, { sip_uri: registering.sip_uri })).status, 409);
    const { body } = await rig.ask('GET', at);
    assert.equal(
      body.devices.map((each: { sip_uri: string }) => each.sip_uri),
      [remote.sip_uri],
    );
  }));

test('the order of all devices is set at once, or not at all', () =>
  withRig(async (rig) => {
    const ids: string[] = [];
    for (const user of ['a', 'b', 'c'])
      ids.push((await rig.ask('POST', at, { ...remote, sip_uri: `sip:${user}@phone.example` })).body.id);
    const [a = '', b = '', c = ''] = ids;
    const order = (wanted: unknown) => rig.ask('PUT', `${at}/order`, { ids: wanted });
    const answer = await order([c, a, b]);
    assert.is(answer.status, 200);
    assert.equal(
      answer.body.devices.map((device: { id: string; priority: number }) => [device.id, device.priority]),
      [
        [c, 1],
        [a, 2],
        [b, 3],
      ],
    );
    for (const wrong of [[a, b], [a, b, c, 'dev_none'], [a, b, b, c], [a, b, 'dev_none'], 'x', undefined])
      assert.is((await order(wrong)).status, 400, JSON.stringify(wrong));
    assert.equal(
      (await rig.ask('GET', at)).body.devices.map((device: { id: string }) => device.id),
      [c, a, b],
    );
    assert.is(rig.lines.pushed.length, 3, 'no phone loses its registration by it');
  }));

test('a phone that registers here gets a new password on request, the others have none', () =>
  withRig(async (rig) => {
    const { body: desk } = await rig.ask('POST', at, registering);
    const renewed = await rig.ask('POST', `${at}/${desk.id}/password`);
    assert.is(renewed.status, 200);
    assert.match(renewed.body.sip_password, /^[A-Za-z0-9_-]{24,}$/);
    assert.is.not(renewed.body.sip_password, desk.sip_password);
    assert.is(rig.lines.pushed.at(-1)?.sipPassword, renewed.body.sip_password);
    assert.is((await rig.store.devices.get(desk.id))?.sipPassword, renewed.body.sip_password);
    assert.not.ok(JSON.stringify(rig.log.lines).includes(renewed.body.sip_password));
    const { body: kitchen } = await rig.ask('POST', at, remote);
    assert.is((await rig.ask('POST', `${at}/${kitchen.id}/password`)).status, 409);
    assert.is((await rig.ask('POST', `${at}/dev_none/password`)).status, 404);
  }));

test('when a device was last online is kept', () =>
  withRig(async (rig) => {
    const { body } = await rig.ask('POST', at, remote);
    assert.is(body.last_online_at, null);
    const told = async (count: number) => {
      const socket = await rig.store.journal.read(0, {}, 100);
      return socket.length >= count;
    };
    const turnedAtMs = Date.now();
    rig.lines.turn(body.id, true);
    while (!(await told(1))) await new Promise((resolve) => setImmediate(resolve));
    const first = Date.parse((await rig.ask('GET', `${at}/${body.id}`)).body.last_online_at);
    assert.ok(first >= turnedAtMs && first <= Date.now());
    rig.lines.turn(body.id, false);
    while (!(await told(2))) await new Promise((resolve) => setImmediate(resolve));
    const { body: after } = await rig.ask('PUT', `${at}/${body.id}`, { name: 'Renamed' });
    assert.ok(Date.parse(after.last_online_at) >= first);
    assert.is(after.is_online, false);
  }));

test.run();
