import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PageStage } from './stage.ts';

const test = suite('another origin');
const stage = await PageStage.open();
const { gateway } = stage;

/** What a page of somebody else tries with the owner's cookies. */
const script = `
const gateway = ${JSON.stringify(gateway.url)};
const attempt = (path, init) => fetch(gateway + path, { credentials: 'include', ...init })
  .then(async (response) => response.status + ' ' + await response.text(), () => 'failed');
const call = { method: 'POST', body: JSON.stringify({ number: '+12025550107', mode: 'direct' }) };
const json = { headers: { 'content-type': 'application/json' } };
const listen = () => new Promise((resolve) => {
  const socket = new WebSocket(gateway.replace('http', 'ws') + '/ws/events');
  socket.onmessage = () => resolve('a message');
  socket.onclose = () => resolve('failed');
});
const outcomes = {
  read: await attempt('/api/v1/calls'),
  written: await attempt('/api/v1/calls/outbound', { ...call, ...json }),
  writtenBlindly: await attempt('/api/v1/calls/outbound', { ...call, mode: 'no-cors' }),
  heard: await listen(),
};
document.querySelector('pre').textContent = JSON.stringify(outcomes);`;

/** The same site by the rules of cookies, where ports do not count, and another origin by all others. */
const foreign = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><title>foreign</title><pre></pre><iframe src="${gateway.url}"></iframe><script type="module">${script}</script>`,
  );
});
foreign.listen(0, '127.0.0.1');
await once(foreign, 'listening');

test('can neither frame the page nor use the session of the owner', async () => {
  const countCalls = async () =>
    (await gateway.client.request<{ calls: unknown[] }>('GET', '/api/v1/calls')).calls.length;
  const before = await countCalls();
  const page = await stage.signedIn('/');
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  const result = page.locator('pre:not(:empty)');
  await result.waitFor();
  const outcomes = JSON.parse((await result.textContent()) ?? '{}') as Record<string, string>;
  assert.is(outcomes['read'], 'failed');
  assert.is(outcomes['written'], 'failed');
  assert.is(outcomes['heard'], 'failed');
  assert.is(await countCalls(), before, 'no call was placed');
  const framed = page.frames().filter((frame) => frame.url().startsWith(gateway.url));
  assert.equal(
    framed.map((frame) => frame.url()),
    [],
  );
});

test.after(async () => {
  foreign.close();
  await stage.close();
});
test.run();
