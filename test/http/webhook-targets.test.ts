import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AddressGuard, type LookUp, type OwnListeners } from '../../src/webhooks/address-guard.ts';
import { isForbiddenAddress } from '../../src/webhooks/address-rules.ts';
import { createSender, type SenderOptions } from '../../src/webhooks/sender.ts';
import { readReachableTarget, readTarget } from '../../src/webhooks/target.ts';
import { memoryLog } from '../store/fixtures.ts';

const test = suite('where webhooks may go');
const message = { headers: { 'Content-Type': 'text/plain' }, body: 'hello' };

const forbidden = [
  '169.254.169.254',
  '169.254.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '100.100.100.200',
  '168.63.129.16',
  '::',
  'fe80::1',
  'fe80::1%lo',
  'febf::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'ff02::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '::ffff:0:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:0:1234::1',
];

const permitted = [
  '127.0.0.1',
  '10.0.0.5',
  '192.168.1.10',
  '172.16.0.1',
  '100.64.0.1',
  '203.0.113.7',
  '::1',
  'fd12:3456::1',
  '2001:db8::1',
  '::ffff:192.168.1.10',
  '64:ff9b::c0a8:10a',
];

test('link-local, metadata and unspecified addresses are known in every spelling, the home network is not refused', () => {
  assert.equal(
    forbidden.filter((address) => !isForbiddenAddress(address)),
    [],
  );
  assert.equal(permitted.filter(isForbiddenAddress), []);
});

test('a URL is refused when it is stored, however it spells the address', () => {
  for (const host of [
    '169.254.169.254',
    '169.254.169.254.',
    '2852039166',
    '0xa9fea9fe',
    '0xA9.0xFE.0xA9.0xFE',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.16689662',
    '%31%36%39.254.169.254',
    '１６９.254.169.254',
    '169。254。169。254',
    '0',
    ...forbidden
      .filter((address) => address.includes(':') && !address.includes('%'))
      .map((address) => `[${address}]`),
  ])
    for (const scheme of ['http', 'https'])
      assert.throws(() => readTarget(`${scheme}://${host}/x`), /must not name a link-local/, host);
  for (const host of [
    ...permitted.filter((address) => !address.includes(':')),
    '[::1]',
    'homeassistant.local',
  ])
    assert.type(readTarget(`http://${host}:8123/x`), 'string');
});

test('a port of another protocol is refused when the URL is stored', () => {
  assert.throws(() => readTarget('http://192.168.1.10:25/x'), /"url" must not use port 25/);
  assert.throws(() => readTarget('https://mail.lan:465/x'), /"url" must not use port 465/);
  assert.type(readTarget('http://192.168.1.10/x'), 'string');
});

test('a URL that leads to this service is refused when it is stored, a name that does not resolve yet is not', async () => {
  const own = { ports: [8080], elsewhere: [] };
  const stores = (url: string, lookUp?: LookUp) =>
    readReachableTarget(url, new AddressGuard(own, lookUp && { lookUp }));
  const refusal = async (url: string, lookUp?: LookUp) =>
    stores(url, lookUp).then(
      () => 'stored',
      (error: unknown) => String(error),
    );
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    assert.match(await refusal(`http://${host}:8080/x`), /"url" leads to this service/, host);
  assert.match(await refusal('http://gateway.test:8080/', naming(['127.0.0.1']).lookUp), /leads to this/);
  assert.match(await refusal('http://cloud.test/', naming(['169.254.169.254']).lookUp), /leads to this/);
  assert.is(await refusal('http://localhost:8081/x'), 'stored');
  assert.is(await refusal('http://hub.test:8080/', naming(['127.0.0.1', '192.0.2.7']).lookUp), 'stored');
  const unknown: LookUp = (_name, _options, callback) => callback(new Error('ENOTFOUND'), []);
  assert.is(await refusal('http://hub.test:8080/', unknown), 'stored');
  assert.is(
    await refusal('http://hub.test:8080/', () => undefined),
    'stored',
    'a name server that is silent',
  );
});

interface Receiver {
  port: number;
  requests: number;
}

async function withReceiver(act: (receiver: Receiver) => Promise<void>): Promise<void> {
  const receiver = { port: 0, requests: 0 };
  const server: Server = createServer((request, response) => {
    receiver.requests += 1;
    request.resume();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.port = (server.address() as AddressInfo).port;
  try {
    await act(receiver);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A name server that says something else each time it is asked, as it is told. */
function naming(...answers: string[][]): { lookUp: LookUp; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    lookUp: (_hostname, _options, callback) => {
      const found = answers[Math.min(asked++, answers.length - 1)] ?? [];
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  };
}

const nothingElse: OwnListeners = { ports: [], elsewhere: [] };

const send = (
  url: string,
  { own = nothingElse, lookUp, ...options }: Partial<SenderOptions> & { own?: OwnListeners; lookUp?: LookUp },
) => {
  const guard = new AddressGuard(own, lookUp && { lookUp });
  return createSender({ log: memoryLog(), guard, ...options })(url, message, new AbortController().signal);
};

test('a name is judged by the addresses to which the connection is made', () =>
  withReceiver(async ({ port }) => {
    for (const address of [
      '169.254.169.254',
      'fe80::1',
      '::ffff:a9fe:a9fe',
      '64:ff9b::a9fe:a9fe',
      '0.0.0.0',
    ]) {
      const { lookUp } = naming([address]);
      const began = performance.now();
      const attempt = await send(`http://receiver.test:${port}/`, { lookUp, timeoutMs: 100_000 });
      assert.is(attempt.error, 'its address is not one that may be reached', address);
      assert.ok(performance.now() - began < 50_000, 'nothing was tried: that takes 100 s');
    }
    const { lookUp } = naming(['fe80::1', '127.0.0.1']);
    assert.is(
      (await send(`http://receiver.test:${port}/`, { lookUp })).responseCode,
      200,
      'the good one of two',
    );
  }));

test('a name that turns into another address is looked up once, by the connection itself', () =>
  withReceiver(async (receiver) => {
    const { lookUp, asked } = naming(['127.0.0.1'], ['169.254.169.254']);
    const url = `http://receiver.test:${receiver.port}/`;
    assert.is((await send(url, { lookUp })).responseCode, 200);
    assert.is(asked(), 1);
    assert.is((await send(url, { lookUp })).error, 'its address is not one that may be reached');
    assert.is(receiver.requests, 1);
  }));

test("the service's own ports are refused under every name of this machine, other ports are not", () =>
  withReceiver(async (receiver) => {
    const { port } = receiver;
    const own = { ports: [port], elsewhere: [] };
    for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f000001'])
      assert.is(
        (await send(`http://${host}:${port}/`, { own })).error,
        'its address is not one that may be reached',
        host,
      );
    const asterisk = { ports: [], elsewhere: [{ host: 'localhost', port }] };
    assert.match(String((await send(`http://127.0.0.1:${port}/`, { own: asterisk })).error), 'not one that');
    assert.is(receiver.requests, 0);
    const others = { ports: [port + 1], elsewhere: [{ host: 'localhost', port: port + 1 }] };
    assert.ok((await send(`http://127.0.0.1:${port}/`, { own: others })).succeeded);
  }));

test('a closed port, a silent one and one that is not HTTP look alike in the deliveries; the log tells them apart', async () => {
  const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1');
  const noHttp = createTcpServer((socket) =>
    socket.on('error', () => undefined).end('220 mail.test ESMTP\r\n'),
  );
  noHttp.listen(0, '127.0.0.1');
  const closed = createTcpServer().listen(0, '127.0.0.1');
  for (const server of [silent, noHttp, closed]) if (!server.listening) await once(server, 'listening');
  const portOf = (server: ReturnType<typeof createTcpServer>) => (server.address() as AddressInfo).port;
  const ports = [portOf(silent), portOf(noHttp), portOf(closed)];
  closed.close();
  await once(closed, 'close');
  const log = memoryLog();
  const attempts = await Promise.all(
    // Only the silent one has to be waited for.
    ports.map((port, n) => send(`http://127.0.0.1:${port}/`, { timeoutMs: n === 0 ? 300 : 20_000, log })),
  );
  const badPort = await send('http://127.0.0.1:25/', { log });
  silent.close();
  noHttp.close();
  const alike = { succeeded: false, isGone: false, responseCode: null, error: 'no answer' };
  assert.equal(attempts, [alike, alike, alike]);
  assert.is(badPort.error, 'its address is not one that may be reached');
  const reasons = log.lines.slice(0, 3).map(({ fields }) => String(fields['why']));
  assert.is(new Set(reasons).size, 3, reasons.join(' | '));
});

test('a silent receiver is given up in time, also while memory is tidied', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const collecting = setInterval(collectGarbage, 50);
  try {
    const attempt = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 1000 });
    assert.is(attempt.error, 'no answer');
  } finally {
    clearInterval(collecting);
    silent.close();
  }
});

test('a body without end and a redirect reveal their status alone, and are not followed', async () => {
  let elsewhere = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/elsewhere') elsewhere += 1;
    if (request.url === '/moved') response.writeHead(307, { Location: '/elsewhere' }).end();
    else {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    assert.is((await send(`${url}/endless`, {})).responseCode, 200);
    const moved = await send(`${url}/moved`, {});
    assert.equal([moved.succeeded, moved.error, elsewhere], [false, 'answered 307', 0]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.run();
