import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openAuthority } from '../../src/sip/authority.ts';
import { findTrunkFault } from '../../src/sip/trunk-probe.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'hf-probe-'));
const now = Date.now();
const longAgo = now - 500 * 86_400_000;
const authority = await openAuthority(path.join(folder, 'carrier'), longAgo);
const stranger = await openAuthority(path.join(folder, 'stranger'), now);
const servers: Server[] = [];

async function listen(server: Server): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A carrier whose certificate is for `name`, issued at that time. @returns its address. */
async function openCarrier(name: string, issuedAtMs: number): Promise<string> {
  const { certificate, key } = await authority.issue([name], issuedAtMs);
  const server = createTlsServer({ cert: certificate, key }, (socket) => socket.end());
  server.on('tlsClientError', () => undefined); // clients that turn away are the point
  return listen(server);
}

test.after(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

test('a trunk with a trusted certificate for its name has no fault', async () => {
  const host = await openCarrier('127.0.0.1', now);
  assert.is(await findTrunkFault({ host, transport: 'tls' }, authority.root), undefined);
});

for (const [what, name, issuedAtMs, trusted, fault] of [
  ['an unknown CA', '127.0.0.1', now, stranger, /certificate.*TRUNK_CA_FILE has to name the CA/],
  ['another name', 'sip.example.net', now, authority, /TRUNK_HOST has to be a name in its certificate/],
  [
    'a certificate that has expired',
    '127.0.0.1',
    longAgo,
    authority,
    /expired.*the provider has to renew it/,
  ],
] as const)
  test(`${what}: the fault says so, and what to do`, async () => {
    const host = await openCarrier(name, issuedAtMs);
    const found = await findTrunkFault({ host, transport: 'tls' }, trusted.root);
    assert.match(String(found), /^there is no TLS connection to the trunk \(127\.0\.0\.1:\d+/);
    assert.match(String(found), fault);
  });

test('over TCP it has to accept the connection; over UDP nothing is asked', async () => {
  const server = createTcpServer((socket) => socket.end());
  const host = await listen(server);
  assert.is(await findTrunkFault({ host, transport: 'tcp' }, ''), undefined);
  server.close();
  await once(server, 'close');
  assert.match(
    String(await findTrunkFault({ host, transport: 'tcp' }, '')),
    /^there is no TCP connection to the trunk \(.*ECONNREFUSED/,
  );
  assert.is(await findTrunkFault({ host, transport: 'udp' }, ''), undefined);
});

for (const host of ['sip.example.invalid', 'sip.example.invalid:5060'])
  test(`a name that does not exist (${host}) is named`, async () => {
    const found = await findTrunkFault({ host, transport: 'udp' }, '');
    assert.match(String(found), /sip\.example\.invalid/);
    // Without a DNS server, as in some containers, it is only not known.
    assert.match(String(found), /is not found in DNS: is TRUNK_HOST right\?|DNS does not answer/);
  });

test.run();
