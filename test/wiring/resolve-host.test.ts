import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MachineResolver } from '../../src/wiring/network/machine-resolver.ts';
import { createResolveHost } from '../../src/wiring/network/resolve-host.ts';
import { withFolder } from '../store/fixtures.ts';

/** A resolver whose name server never answers for names that begin with `dead`. */
function halfDead(): { machine: MachineResolver; asked: string[]; fail: () => void } {
  const asked: string[] = [];
  const dead: (() => void)[] = [];
  const machine = new MachineResolver((host) => {
    asked.push(host);
    if (!host.startsWith('dead')) return Promise.resolve([{ address: '192.0.2.1' }]);
    return new Promise((_resolve, reject) => dead.push(() => reject(new Error('EAI_AGAIN'))));
  });
  return { machine, asked, fail: () => dead.shift()?.() };
}

const wanted = new AbortController().signal;

test('names whose server does not answer are looked up one at a time; who asks for one that is being looked up joins in', async () => {
  const { machine, asked, fail } = halfDead();
  const first = ['dead1', 'dead1', 'dead2'].map((host) => machine.addresses(host, wanted));
  const phone = machine.addresses('phone', wanted);
  await Promise.resolve();
  const joined = machine.addresses('dead1', wanted);
  assert.equal(asked, ['dead1']);
  fail();
  assert.equal(await joined, []);
  assert.equal(await first[0], []);
  while (asked.length < 2) await Promise.resolve();
  fail();
  while (asked.length < 3) await Promise.resolve();
  fail();
  assert.equal(await phone, ['192.0.2.1']);
  assert.equal(asked, ['dead1', 'dead1', 'dead2', 'phone']);
});

test('a name for which nobody waits any more by its turn is not looked up', async () => {
  const { machine, asked, fail } = halfDead();
  const over = new AbortController();
  const first = machine.addresses('dead1', wanted);
  const given = machine.addresses('dead2', over.signal);
  const phone = machine.addresses('phone', wanted);
  over.abort();
  fail();
  await Promise.resolve();
  fail();
  assert.equal(await Promise.all([first, given, phone]), [[], [], ['192.0.2.1']]);
  assert.equal(asked, ['dead1', 'phone']);
});

test('while a name server is dead, what the hosts file names is found, by any of its names', () =>
  withFolder(async (folder) => {
    const hosts = join(folder, 'hosts');
    await writeFile(
      hosts,
      '127.0.0.1\tlocalhost\n# 192.0.2.8 phone\n192.0.2.7  phone.lan Phone # in the hall\nfd00::7 phone\n',
    );
    const { machine, asked } = halfDead();
    const resolveHost = createResolveHost(machine, hosts);
    const trunks = [1, 2, 3, 4].map((n) => resolveHost(`dead${n}.invalid`, 5060));
    const found = await Promise.all([resolveHost('phone', 5060), resolveHost('phone.LAN', undefined)]);
    assert.equal(
      found.map((addresses) => addresses.sort()),
      [['192.0.2.7', 'fd00::7'], ['192.0.2.7']],
    );
    await Promise.all(trunks);
    assert.equal(asked, ['dead1.invalid']);
  }));

test('a machine without a hosts file resolves all the same', async () => {
  const resolveHost = createResolveHost(halfDead().machine, '/nowhere/hosts');
  assert.equal(await resolveHost('phone.invalid', 5060), ['192.0.2.1']);
});

test.run();
