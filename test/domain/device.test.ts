import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeviceWithState } from '../../src/domain/device.ts';
import { chooseDevices, parseSipUri, reachOf, selectorIsKnown } from '../../src/domain/device.ts';

const base: DeviceWithState = {
  id: 'dev_1',
  name: 'Kitchen',
  type: 'sip_phone',
  sipUri: 'sip:kitchen@gateway.example',
  priority: 10,
  capabilities: ['voice'],
  confirmsAnswer: false,
  createdAtMs: 1,
  updatedAtMs: 1,
  isOnline: true,
  canWake: false,
  isArriving: false,
  lastOnlineAtMs: null,
};
const mobile: DeviceWithState = { ...base, id: 'dev_2', name: 'Mobile', type: 'softphone', priority: 1 };
const away: DeviceWithState = { ...base, id: 'dev_3', name: 'Away', priority: 0, isOnline: false };
const devices = [base, mobile, away];
const names = (found: DeviceWithState[]): string[] => found.map((device) => device.name);

test('without a selector the online devices ring, the lowest priority number first', () => {
  assert.equal(names(chooseDevices(devices, null)), ['Mobile', 'Kitchen']);
});
test('an id, a type or a name selects', () => {
  assert.equal(names(chooseDevices(devices, 'dev_1')), ['Kitchen']);
  assert.equal(names(chooseDevices(devices, 'sip_phone')), ['Kitchen']);
  assert.equal(names(chooseDevices(devices, 'mobile')), ['Mobile']);
  assert.equal(names(chooseDevices(devices, 'dev_3')), ['Away']);
  assert.equal(names(chooseDevices(devices, 'attic')), []);
});
test('a selector is known when it could name a device', () => {
  assert.ok(selectorIsKnown([], 'webrtc'));
  assert.not(selectorIsKnown(devices, 'attic'));
});
test('a phone at our own host registers, one elsewhere is static', () => {
  const own = ['gateway.example:5060', '127.0.0.1:5060'];
  assert.equal(reachOf(base, own), { kind: 'registers', user: 'kitchen' });
  assert.equal(reachOf({ ...base, sipUri: 'sip:a@GATEWAY.example:5060' }, own), {
    kind: 'registers',
    user: 'a',
  });
  assert.equal(reachOf({ ...base, sipUri: 'sip:a@127.0.0.1:5070' }, own).kind, 'static');
  assert.equal(reachOf({ ...base, type: 'external', sipUri: 'tel:+12025550100' }, own), {
    kind: 'external',
    number: '+12025550100',
  });
});
test('an address may name its transport, and nothing else', () => {
  assert.equal(parseSipUri('sip:a@B.example:5071;transport=tls'), {
    user: 'a',
    host: 'b.example',
    port: 5071,
    transport: 'tls',
  });
  assert.is(parseSipUri('sip:a@b')?.transport, undefined);
});
for (const text of [
  'sip:',
  'sip:@host',
  'sip:a',
  'sip:a@',
  'sips:a@b',
  'sip:a@b;transport=sctp',
  'sip:a@b;transport=TLS',
  'sip:a@b;transport=tls;lr',
  'sip:a@b;transport=tls;transport=udp',
  'sip:a@b;lr;transport=tls',
  'sip:a@b;transport=tls\n',
  'sip:a;transport=tls@b',
  'sip:a@b?x=y',
  'sip:a@b:0',
  'sip:a@b:99999',
  'sip:a b@c',
  'sip:a@b\r\nVia: x',
  'sip:a/b@c',
  'sip:a&PJSIP@c',
  'sip:a@-b',
  'sip:a,b@c',
  'sip:a@127.1',
  'sip:a@2130706433',
  'sip:a@0x7f000001',
  'sip:a@0X7F.1',
  'sip:a@0177.0.0.1',
  'sip:a@127.0.0.01',
  'sip:a@127.0.0.256',
  'sip:a@1.2.3.4.5',
  'sip:a@phone.0x1',
  'sip:a@host.',
  'sip:a@127.0.0.1.',
  'sip:a@[::1]',
  'sip:a@[::ffff:127.0.0.1]',
  'sip:a:secret@host',
  'sip:%31%39@host',
  'sip:a@b@c',
  'sip:a@h%6fst',
  'sip:a@ho\u0455t',
])
  test(`${JSON.stringify(text)} is not a device address`, () => assert.is(parseSipUri(text), undefined));

test.run();
