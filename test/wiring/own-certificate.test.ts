import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGuardedServer } from '../../src/listening/guarded-server.ts';
import { nowKnown } from '../../src/listening/strangers.ts';
import { openAuthority } from '../../src/sip/authority.ts';
import { OwnCertificate } from '../../src/wiring/network/own-certificate.ts';
import { memoryLog } from '../store/fixtures.ts';
import { until } from '../rig/until.ts';

const test = suite('the certificate of its own');

const folder = await mkdtemp(join(tmpdir(), 'hf-own-tls-'));
const authority = await openAuthority(join(folder, 'ca'), Date.now());
const files = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
const issue = () => authority.issue(['127.0.0.1'], Date.now());
const log = memoryLog();
const times = { requestMs: 5_000, headersMs: 5_000, checkMs: 1_000, writeMs: 5_000, keepAliveMs: 5_000 };

async function serve(
  perAddress: number,
  everyMs: number,
): Promise<{ port: number; certificate: OwnCertificate; stop: () => Promise<void> }> {
  const pair = await issue();
  await writeFile(files.certificateFile, pair.certificate);
  await writeFile(files.keyFile, pair.key);
  const certificate = await OwnCertificate.open(files, log, everyMs);
  const server = createGuardedServer({
    times,
    strangers: { perAddress, total: 100, lifetimeMs: 60_000 },
    maxConnections: 100,
    certificate,
    handle(message, response) {
      if (message.url === '/known') nowKnown(message.socket);
      response.end('here');
    },
    log,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    certificate,
    async stop() {
      certificate.stop();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function secure(port: number): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, ca: authority.root });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

const serialShown = async (port: number): Promise<string> => {
  const socket = await secure(port);
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
};

test('a renewed pair is used without a restart; a half-written one is waited for', async () => {
  const { port, certificate, stop } = await serve(10, 10);
  const first = await serialShown(port);
  const renewed = await issue();
  const taken = new Promise<void>((resolve) => certificate.onRenewed(() => resolve()));
  await writeFile(files.certificateFile, renewed.certificate);
  await until(() =>
    log.lines.some(({ message }) => message.includes('the current certificate stays in use')),
  );
  assert.is(await serialShown(port), first);
  await writeFile(files.keyFile, renewed.key);
  await taken;
  assert.is.not(await serialShown(port), first);
  await stop();
});

test('too many strangers over TLS: the oldest goes, not one that has shown a credential', async () => {
  const { port, stop } = await serve(2, 60_000);
  const known = await secure(port);
  known.write('GET /known HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(known, 'data');
  const strangers: Socket[] = [await secure(port), await secure(port)];
  const gone = once(strangers[0] as Socket, 'close');
  strangers.push(await secure(port));
  await gone;
  known.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = (await once(known, 'data')) as [Buffer];
  assert.match(answer.toString(), /200 OK/);
  for (const socket of [known, ...strangers]) socket.destroy();
  await stop();
});

test('plain http at its port is told to use https, on that connection alone', async () => {
  const { port, stop } = await serve(10, 60_000);
  for (const sent of [{}, { method: 'POST', body: 'x'.repeat(200_000) }]) {
    const refused = await fetch(`http://127.0.0.1:${port}/`, sent);
    assert.is(refused.status, 400);
    assert.is(refused.headers.get('connection'), 'close');
    assert.match(((await refused.json()) as { detail: string }).detail, 'https://');
  }
  const asked = request({ host: '127.0.0.1', port, ca: authority.root, agent: false }).end();
  const [response] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
  response.resume();
  assert.is(response.statusCode, 200);
  await stop();
});

test.after(() => rm(folder, { recursive: true, force: true }));
test.run();
