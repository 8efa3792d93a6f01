import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '../../src/config/read-config.ts';
import { createOwnOrigins } from '../../src/identity/own-origins.ts';

const test = suite('own hosts and origins');

const local = createOwnOrigins({ host: '127.0.0.1', port: 8080, publicUrl: 'http://127.0.0.1:8080' });
const everywhere = createOwnOrigins({ host: '0.0.0.0', port: 8080, publicUrl: 'http://localhost:8080' });
const behindProxy = createOwnOrigins({ host: '127.0.0.1', port: 8080, publicUrl: 'https://hold.example' });
const ownHttps = createOwnOrigins({
  host: '0.0.0.0',
  port: 8443,
  publicUrl: 'https://holdfast.lan:8443',
  https: {},
});
const onIpv6 = createOwnOrigins({ host: '::1', port: 80, publicUrl: 'http://localhost:80' });

const hosts: [string, typeof local, string | undefined, boolean][] = [
  ['its address', local, '127.0.0.1:8080', true],
  ['a loopback name', local, 'localhost:8080', true],
  ['a loopback name in capitals', local, 'LOCALHOST:8080', true],
  ['IPv6 loopback', local, '[::1]:8080', true],
  ['none', local, undefined, false],
  ['another port', local, 'localhost:8081', false],
  ['no port', local, 'localhost', false],
  ['another name', local, 'evil.example:8080', false],
  ['a name that ends like one', local, 'evil-localhost:8080', false],
  ['credentials before another name', local, '127.0.0.1:8080@evil.example', false],
  ['another address of a service on one address', local, '192.168.1.5:8080', false],
  ['any address of a service on all', everywhere, '192.168.1.5:8080', true],
  ['any IPv6 address of a service on all', everywhere, '[fd00::5]:8080', true],
  ['a name of a service on all', everywhere, 'evil.example:8080', false],
  ['an address with another port', everywhere, '192.168.1.5:80', false],
  ['the public name', behindProxy, 'hold.example', true],
  ['the public name with a foreign port', behindProxy, 'hold.example:8080', false],
  ['the address behind the proxy', behindProxy, '127.0.0.1:8080', true],
  ['the default port left out', onIpv6, '[::1]', true],
  ['the public name of its own https', ownHttps, 'holdfast.lan:8443', true],
  ['an address of its own https', ownHttps, '192.168.1.5:8443', true],
  ['an address of its own https without its port', ownHttps, '192.168.1.5', false],
  ['nonsense', local, 'a b', false],
  ['nothing', local, '', false],
];
for (const [what, own, host, isOwn] of hosts)
  test(`Host: ${what} is ${isOwn ? 'its own' : 'foreign'}`, () => assert.is(own.isOwnHost(host), isOwn));

const origins: [string, typeof local, string, string | undefined, boolean][] = [
  ['its own page', local, 'http://127.0.0.1:8080', '127.0.0.1:8080', true],
  ['a page by the loopback name', local, 'http://localhost:8080', '127.0.0.1:8080', true],
  [
    'a page by the address that the request went to',
    everywhere,
    'http://192.168.1.5:8080',
    '192.168.1.5:8080',
    true,
  ],
  ['a page of another address', everywhere, 'http://192.168.1.6:8080', '192.168.1.5:8080', false],
  ['a page of another port', local, 'http://127.0.0.1:8081', '127.0.0.1:8080', false],
  ['an https page where it is http', local, 'https://127.0.0.1:8080', '127.0.0.1:8080', false],
  ['the public page', behindProxy, 'https://hold.example', 'hold.example', true],
  [
    'the public page when the proxy changes Host',
    behindProxy,
    'https://hold.example',
    '127.0.0.1:8080',
    true,
  ],
  ['a plain page of the public name', behindProxy, 'http://hold.example', 'hold.example', false],
  ['the page of its own https by address', ownHttps, 'https://192.168.1.5:8443', '192.168.1.5:8443', true],
  ['a plain page where it is https', ownHttps, 'http://192.168.1.5:8443', '192.168.1.5:8443', false],
  ['a plain page of the public name', ownHttps, 'http://holdfast.lan:8443', 'holdfast.lan:8443', false],
  ['a sandboxed page', local, 'null', '127.0.0.1:8080', false],
  ['a path', local, 'http://127.0.0.1:8080/', '127.0.0.1:8080', false],
];
for (const [what, own, origin, host, isOwn] of origins)
  test(`Origin: ${what} is ${isOwn ? 'its own' : 'foreign'}`, () =>
    assert.is(own.isOwnOrigin(origin, host), isOwn));

test('the public URL that is derived from an IPv6 address names this service', () => {
  const { host, port, publicUrl } = readConfig({ HOST: 'fd00::1' });
  assert.is(publicUrl, 'http://[fd00::1]:8080');
  assert.ok(createOwnOrigins({ host, port, publicUrl }).isOwnHost('[fd00::1]:8080'));
});

test.run();
