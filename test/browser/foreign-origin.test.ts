import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { beside, PageStage } from './stage.ts';

const test = suite('another origin');
const opening = PageStage.open();

/** What a page of somebody else tries with the owner's cookies. */
const scriptFor = (gateway: string): string => `
const gateway = ${JSON.stringify(gateway)};
const attempt = (path, init) => fetch(gateway + path, { credentials: 'include', ...init })
  .then(async (response) => response.status + ' ' + await response.text(), () => 'failed');
const call = { method: 'POST', body: JSON.stringify({ number: '+12025550127', mode: 'direct' }) };
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
async function serveForeign(gateway: string): Promise<Server> {
  const foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>foreign</title><pre></pre><iframe src="${gateway}"></iframe><script type="module">${scriptFor(gateway)}</script>`,
    );
  });
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  return foreign;
}

beside(test, 'can neither frame the page nor use the session of the owner', async () => {
  const stage = await opening;
  const { gateway } = stage;
  const foreign = await serveForeign(gateway.url);
  const page = await stage.signedIn('/');
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  const result = page.locator('pre:not(:empty)');
  await result.waitFor();
  const outcomes = JSON.parse((await result.textContent()) ?? '{}') as Record<string, string>;
  assert.is(outcomes['read'], 'failed');
  assert.is(outcomes['written'], 'failed');
  assert.is(outcomes['heard'], 'failed');
  const called = gateway.events.some(({ data }) => data['number'] === '+12025550127');
  assert.is(called, false, 'no call was placed');
  const framed = page.frames().filter((frame) => frame.url().startsWith(gateway.url));
  assert.equal(
    framed.map((frame) => frame.url()),
    [],
  );
  foreign.close();
});

test.after(async () => (await opening).close());
test.run();
