import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownHosts } from '../../src/wiring/own-hosts.ts';

const ports = { port: 5070, tlsPort: 5071 };

test('a gateway that listens everywhere is reached by its domain and every address', () => {
  const hosts = ownHosts({ sip: { host: '0.0.0.0', domain: 'holdfast.lan', ...ports } });
  for (const name of ['holdfast.lan', 'localhost', '127.0.0.1'])
    assert.ok(hosts.includes(`${name}:5070`), name);
  assert.not(hosts.includes('0.0.0.0:5070'));
});

test('one that listens at one address is reached there and by its domain', () => {
  assert.equal(ownHosts({ sip: { host: '192.0.2.7', domain: 'holdfast.lan', ...ports } }), [
    'holdfast.lan:5070',
    'holdfast.lan:5071',
    '192.0.2.7:5070',
    '192.0.2.7:5071',
  ]);
});

test.run();
