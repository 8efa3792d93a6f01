import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settlesWithin } from '../../src/async/settles-within.ts';
import { call } from '../../src/dashboard/api/client.ts';
import { ApiError, explain } from '../../src/dashboard/api/errors.ts';
import { nowMs } from '../../src/dashboard/state/gateway/clock.ts';
import { lostAtMs } from '../../src/dashboard/state/gateway/reach.ts';

const client = suite('the page asks the gateway');
const fetchOfNode = globalThis.fetch;
let server: Server;
const asked: string[] = [];

client.before(async () => {
  server = createServer(({ method, url }, response) => {
    const isFirst = !asked.includes(`${method} ${url}`);
    asked.push(`${method} ${url}`);
    if (url?.includes('call_silent') === true) return;
    if (url?.includes('call_deaf') === true && isFirst) return;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    if (url === '/api/v1/call-flows/check') response.end('{"faults":[]}');
    // Half a response, and then silence; whole the second time.
    else if (url === '/api/v1/favourites' && isFirst) response.write('{"favourites":');
    else if (url === '/api/v1/favourites') response.end('{"favourites":[]}');
    else if (url === '/api/v1/devices') trickle(response);
    else if (url === '/api/v1/calls/call_deaf/hangup') response.end('{"call_id":"call_deaf"}');
    // Half a response, and the connection is gone.
    else response.write('{"call_id":', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  globalThis.fetch = (address, init) =>
    fetchOfNode(new URL(address as string, `http://127.0.0.1:${port}`), init);
});

client.before.each(() => {
  asked.splice(0);
  lostAtMs.value = undefined;
});

client.after(async () => {
  globalThis.fetch = fetchOfNode;
  lostAtMs.value = undefined;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Longer in all than a response may pause. */
function trickle(response: ServerResponse): void {
  let parts = 24;
  response.write('{"devices":[');
  const timer = setInterval(() => {
    if (--parts > 0) return response.write(' ');
    clearInterval(timer);
    return response.end(']}');
  }, 1000);
  response.once('close', () => clearInterval(timer));
}

async function faultOf(answer: Promise<unknown>): Promise<ApiError> {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.instance(error, ApiError);
  return error as ApiError;
}

client(
  'while it is away, what somebody presses is refused unsent, and what the page does by itself is tried',
  async () => {
    lostAtMs.value = nowMs.peek() - 60_000;
    const pressed = await faultOf(
      call('post', '/api/v1/calls/{call_id}/hangup', { path: { call_id: 'call_1' } }),
    );
    assert.is(pressed.status, 0);
    assert.equal(asked, []);
    await call('post', '/api/v1/call-flows/check', { body: { steps: [] }, background: true });
    assert.equal(asked, ['POST /api/v1/call-flows/check']);
  },
);

client(
  'what was pressed before the network fell silent can be pressed again once the page notices',
  async () => {
    const hangUp = call('post', '/api/v1/calls/{call_id}/hangup', { path: { call_id: 'call_silent' } });
    const pressed = faultOf(hangUp);
    await once(server, 'request');
    lostAtMs.value = nowMs.peek();
    assert.ok(await settlesWithin(pressed, 5000), 'the button is still disabled');
    const fault = await pressed;
    assert.is(fault.status, 0);
    assert.match(explain(fault), /lost the gateway/);
  },
);

client('a response that breaks off is a lost gateway, not a fault of the page', async () => {
  const broken = await faultOf(
    call('post', '/api/v1/calls/{call_id}/hangup', { path: { call_id: 'call_1' } }),
  );
  assert.is(broken.status, 0);
  assert.match(explain(broken), /lost the gateway/);
});

client(
  'a read whose response stops half-way is asked again, and not one that only comes slowly',
  async () => {
    const read = call('get', '/api/v1/favourites');
    const slow = call('get', '/api/v1/devices');
    assert.ok(await settlesWithin(read, 25_000));
    assert.equal(await read, { favourites: [] });
    assert.equal(await slow, { devices: [] });
    assert.equal(asked.sort(), ['GET /api/v1/devices', 'GET /api/v1/favourites', 'GET /api/v1/favourites']);
  },
);

client('a change that does the same however often it arrives is sent again', async () => {
  const path = { call_id: 'call_deaf' };
  const pressed = call('post', '/api/v1/calls/{call_id}/hangup', { path, repeats: true });
  assert.ok(await settlesWithin(pressed, 10_000));
  assert.equal(await pressed, { call_id: 'call_deaf' });
  assert.is(asked.length, 2);
});

client('a read that its page gives up ends at once, in a browser without AbortSignal.any too', async () => {
  const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any')!;
  Reflect.deleteProperty(AbortSignal, 'any');
  try {
    const given = new AbortController();
    const path = { call_id: 'call_silent' };
    const reading = call('get', '/api/v1/calls/{call_id}', { path, signal: given.signal });
    const ended = reading.then(
      () => undefined,
      (error: unknown) => error,
    );
    await Promise.race([once(server, 'request'), ended]);
    given.abort(new Error('the page is closed'));
    assert.is(((await ended) as Error).message, 'the page is closed');
    const late = call('get', '/api/v1/calls/{call_id}', { path, signal: given.signal });
    assert.is(await late.catch((error: Error) => error.message), 'the page is closed');
    assert.is(asked.length, 1, 'what is given up already is not sent, and nothing is sent again');
  } finally {
    Object.defineProperty(AbortSignal, 'any', any);
  }
});

client.run();
