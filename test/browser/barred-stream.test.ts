import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('a proxy that passes no WebSockets on');
const opening = PageStage.open();

/** As nginx does without the lines for it: the offer of an upgrade is dropped, and the rest passed on in HTTP/1.0's way. */
async function startPlainProxy(behind: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { port } = new URL(behind);
  const server = createServer((asked, answer) => {
    const { upgrade: _offer, ...headers } = asked.headers;
    const { method, url: path } = asked;
    const passed = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, connection: 'close' },
    });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

beside(test, 'is what the page names, and not a lost gateway', async () => {
  const stage = await opening;
  const proxy = stage.world.owns(await startPlainProxy(stage.gateway.url));
  const page = await stage.signedIn('/', { at: proxy.url });
  await page.getByText('The gateway answers, but its events do not get through').waitFor();
  await assertLooksRight(page, 'the page behind a proxy without WebSockets');
  await page.goto(stage.gateway.url);
  await page.getByText('The gateway answers, but').waitFor({ state: 'detached' });
  stage.assertNoComplaints();
});

test.after(async () => (await opening).close());
test.run();
