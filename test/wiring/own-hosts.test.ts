import { hostname } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownHosts, registrars } from '../../src/wiring/network/own-hosts.ts';

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

test('phones are told the configured name first, and loopback last', () => {
  const everywhere = registrars({ sip: { host: '0.0.0.0', domain: 'holdfast.lan', port: 5060 } });
  assert.is(everywhere[0], 'holdfast.lan');
  assert.ok(['localhost', '127.0.0.1'].includes(everywhere.at(-1) ?? ''));
  const unnamed = registrars({
    sip: { host: '192.0.2.7', domain: hostname().toLowerCase(), port: 5070 },
  });
  assert.equal(unnamed, ['192.0.2.7:5070', `${hostname().toLowerCase()}:5070`]);
});

test.run();
