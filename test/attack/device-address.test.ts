import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeviceDesk } from '../../src/devices/device-desk.ts';
import { HostGuard, type HostGuardOptions } from '../../src/devices/host-guard.ts';
import { canonicalAddress } from '../../src/domain/ip-address.ts';
import { parseSipUri, type Device } from '../../src/domain/device.ts';
import { AppError } from '../../src/domain/errors.ts';
import { resolveHost } from '../../src/wiring/network/resolve-host.ts';
import { MemoryLines } from '../http/rig.ts';
import { memoryLog, withStore } from '../store/fixtures.ts';

const test = suite('a device is no way to the trunk');

const trunkAddress = '198.51.100.7';

/** Names as the attacker's DNS has them. */
function guard(zone: Record<string, string[]>, changes: Partial<HostGuardOptions> = {}): HostGuard {
  return new HostGuard({
    trunk: 'trunk.test',
    gateway: { address: undefined, ports: [5060, 5061] },
    allowNumericUsers: false,
    resolve: async (host) => (canonicalAddress(host) === undefined ? (zone[host] ?? []) : [host]),
    machineAddresses: () => ['192.168.7.2', 'fe80::1%eth0'],
    ...changes,
  });
}
const zone: Record<string, string[]> = {
  'trunk.test': [trunkAddress, '198.51.100.8', '2001:db8::8'],
  'cname.test': [trunkAddress],
  'second.test': ['203.0.113.1', '198.51.100.8'],
  'mapped.test': ['::ffff:198.51.100.7'],
  'mapped-hex.test': ['::FFFF:C633:6407'],
  'nat64.test': ['64:ff9b::c633:6407'],
  'six.test': ['2001:0DB8:0:0::8'],
  'phone.test': ['203.0.113.4'],
  'here.test': ['127.0.0.2'],
  'here-six.test': ['::1'],
  'here-lan.test': ['192.168.7.2'],
  'nobody.test': ['0.0.0.0'],
};

async function refusal(of: HostGuard, sipUri: string): Promise<string> {
  const uri = parseSipUri(sipUri);
  if (uri === undefined) return 'another shape';
  try {
    await of.permit(uri);
    return '';
  } catch (error) {
    if (error instanceof AppError && error.code === 'refused') return error.detail;
    throw error;
  }
}

for (const host of [
  ...['trunk.test', 'TRUNK.test', 'cname.test', 'second.test', 'mapped.test', 'mapped-hex.test'],
  ...['nat64.test', 'six.test', trunkAddress],
])
  for (const port of ['', ':5060', ':5099'])
    test(`${host}${port} is the trunk`, async () => {
      assert.match(await refusal(guard(zone), `sip:alice@${host}${port}`), /trunk/);
    });

test('a phone elsewhere is not the trunk; a name that does not resolve yet may be a phone', async () => {
  assert.is(await refusal(guard(zone), 'sip:alice@phone.test'), '');
  assert.is(await refusal(guard(zone), 'sip:alice@tomorrow.test'), '');
});

for (const host of ['here.test', 'here-six.test', 'here-lan.test'])
  test(`${host} is the gateway itself at its own port, and a phone's at another`, async () => {
    assert.match(await refusal(guard(zone), `sip:alice@${host}`), /this gateway/);
    assert.is(await refusal(guard(zone), `sip:alice@${host}:5062`), '');
  });

test('0.0.0.0, multicast and broadcast addresses are not phones', async () => {
  for (const host of ['nobody.test', '0.0.0.0', '224.0.0.1', '255.255.255.255'])
    assert.match(
      await refusal(guard(zone), `sip:alice@${host}:5099`),
      /not an address that a phone can have/,
      host,
    );
});

test('a trunk on this machine is told from phones by its port, under every address of the machine', async () => {
  const local = guard({ ...zone, localhost: ['127.0.0.1', '::1'] }, { trunk: '127.0.0.1:25060' });
  for (const host of ['127.0.0.1', 'localhost', 'here.test', 'here-six.test', 'here-lan.test']) {
    assert.match(await refusal(local, `sip:alice@${host}:25060`), /trunk/, host);
    assert.is(await refusal(local, `sip:alice@${host}:25062`), '', host);
  }
});

test('a number as user needs the permission of the configuration, and then a host that is known', async () => {
  const users = ['19005550002', '1-900-555-0002', '1.900.555.0002', '1_900', '201', '0'];
  const allowing = guard(zone, { allowNumericUsers: true });
  for (const user of users) {
    assert.match(await refusal(guard(zone), `sip:${user}@phone.test`), /ALLOW_NUMERIC_SIP_USERS/, user);
    assert.is(await refusal(allowing, `sip:${user}@phone.test`), '');
    assert.not.equal(await refusal(allowing, `sip:${user}@cname.test`), '');
    assert.not.equal(await refusal(allowing, `sip:${user}@tomorrow.test`), '');
  }
  assert.is(await refusal(allowing, 'sip:+19005550002@phone.test'), 'another shape');
  assert.is(await refusal(guard(zone), 'sip:room201@phone.test'), '');
});

test('a former address of the trunk still counts as the trunk', async () => {
  const moving: Record<string, string[]> = { 'trunk.test': ['198.51.100.7'] };
  const one = guard(moving);
  await refusal(one, 'sip:alice@phone.test');
  moving['trunk.test'] = [];
  assert.match(await refusal(one, 'sip:alice@198.51.100.7'), /trunk/);
  assert.is(await refusal(one, 'sip:alice@203.0.113.4'), '');
});

test('a trunk whose name has new addresses at each look keeps only the newest, however many come at once', async () => {
  const moving: Record<string, string[]> = {};
  const one = guard(moving);
  for (let look = 0; look < 60; look++) {
    moving['trunk.test'] = Array.from({ length: 10 }, (_, n) => `198.51.${look}.${n}`);
    await refusal(one, 'sip:alice@phone.test');
  }
  assert.match(await refusal(one, 'sip:alice@198.51.59.0'), /trunk/);
  assert.match(await refusal(one, 'sip:alice@198.51.40.0'), /trunk/);
  assert.is(await refusal(one, 'sip:alice@198.51.10.0'), '', 'it would grow for as long as the gateway runs');
});

test('checked again at each call: a name that now leads to the trunk, a device from before the rule', () =>
  withStore(async (store) => {
    const names: Record<string, string[]> = { 'trunk.test': [trunkAddress], 'phone.test': ['203.0.113.4'] };
    const desk = createDeviceDesk({
      store: store.devices,
      lines: new MemoryLines(),
      journal: store.journal,
      isToldByPush: () => false,
      isArriving: () => false,
      log: memoryLog(),
      rules: { ownHosts: ['gateway.test:5060'], hosts: guard(names), permitNumber: (typed) => typed },
    });
    const { device } = await desk.create({ name: 'a', type: 'softphone', sip_uri: 'sip:alice@phone.test' });
    await desk.permitAddress(device.id);
    names['phone.test'] = [trunkAddress];
    await assertRefused(() => desk.permitAddress(device.id), /trunk/);

    const old: Device = { ...device, id: 'dev_old', sipUri: 'sip:19005550002@127.1:5080' };
    await store.devices.insert({
      device: old,
      addressKey: 'old',
      sipPassword: null,
      credentialId: null,
      lastOnlineAtMs: null,
    });
    await assertRefused(() => desk.permitAddress(old.id), /not an address/);
    const older: Device = { ...device, id: 'dev_older', sipUri: 'sip:19005550002@phone.example' };
    await store.devices.insert({
      device: older,
      addressKey: 'older',
      sipPassword: null,
      credentialId: null,
      lastOnlineAtMs: null,
    });
    await assertRefused(() => desk.permitAddress(older.id), /number/);

    const here = await desk.create({ name: 'b', type: 'softphone', sip_uri: 'sip:201@gateway.test' });
    await desk.permitAddress(here.device.id); // it registers: Asterisk calls where it registered from
  }));

async function assertRefused(act: () => Promise<void>, reason: RegExp): Promise<void> {
  const error = await act().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, AppError);
  assert.is((error as AppError).code, 'refused');
  assert.match((error as AppError).detail, reason);
}

test('this machine resolves names as Asterisk does, also in its hosts file, and answers in time for what is nowhere', async () => {
  const found = (await resolveHost('localhost', 5060)).map(canonicalAddress);
  assert.ok(found.includes('127.0.0.1') || found.includes('::1'), String(found));
  assert.equal(await resolveHost('127.0.0.1', undefined), ['127.0.0.1']);
  const took: number[] = [];
  while (took.length < 3 && !took.some((ms) => ms < 4_000)) {
    const began = performance.now();
    assert.equal(await resolveHost('no-such-host.invalid', undefined), []);
    took.push(performance.now() - began);
  }
  assert.ok(Math.min(...took) < 4_000, `${took.map(Math.round).join(', ')} ms`);
});

test.run();
