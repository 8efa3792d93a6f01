import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import WebSocket, { WebSocketServer } from 'ws';
import { ArrivingPages } from '../../src/devices/arriving-pages.ts';
import { PhoneSurface } from '../../src/http/sockets/phone-surface.ts';
import { memoryLog } from '../store/fixtures.ts';
import { ownerToken, type Rig, withRig } from './rig.ts';

const test = suite("the browser phone's connection");

/** The largest that the service takes. */
const message = 'x'.repeat(65_536);
/** Beyond what the kernel keeps for a connection (some MB), and what may wait in the service. */
const messages = 400;

/** A browser and Asterisk's side of its connection. */
async function withPhone(
  work: (browser: WebSocket, asterisk: WebSocket, rig: Rig) => Promise<void>,
  pages = new ArrivingPages(),
): Promise<void> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'sip' });
  await once(server, 'listening');
  const ariUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await withRig(
      async (rig) => {
        const browser = new WebSocket(`${rig.url.replace('http', 'ws')}/ws/phone`, 'sip', {
          headers: { authorization: `Bearer ${ownerToken}` },
        });
        const [asterisk] = (await once(server, 'connection')) as [WebSocket];
        if (browser.readyState !== WebSocket.OPEN) await once(browser, 'open');
        await work(browser, asterisk, rig);
      },
      // Without pings of the gate, which end such a connection within a minute.
      {
        sockets: [new PhoneSurface({ ariUrl, pages, log: memoryLog() })],
        stream: { heartbeatMs: 3_600_000 },
      },
    );
  } finally {
    for (const client of server.clients) client.terminate();
    server.close();
  }
}

test('a browser that does not read what comes for it loses the connection, and nothing more waits', () =>
  withPhone(async (browser, asterisk) => {
    browser.pause();
    // A browser that is silent is gone after 8 s; this one is not.
    const talking = setInterval(() => browser.send('\r\n\r\n'), 1_000);
    const closed = once(asterisk, 'close');
    for (let n = 0; n < messages; n++) asterisk.send(message);
    await closed;
    clearInterval(talking);
    const left = once(browser, 'close');
    browser.resume();
    assert.is((await left)[0], 1006);
  }));

test('what a browser sends does not wait without end for an Asterisk that does not read', () =>
  withPhone(async (browser, asterisk) => {
    asterisk.pause();
    const closed = once(browser, 'close');
    for (let n = 0; n < messages; n++) browser.send(message);
    assert.is((await closed)[0], 1006);
  }));

test('a browser whose session has ended says nothing more to Asterisk, even if it never hangs up', () =>
  withPhone(async (browser, asterisk, rig) => {
    browser.pause(); // the close goes unread, and unanswered
    const heard: string[] = [];
    asterisk.on('message', (data: Buffer) => heard.push(data.toString()));
    rig.revoke();
    const talking = setInterval(() => browser.send('REGISTER'), 10);
    await once(asterisk, 'close');
    clearInterval(talking);
    assert.equal(heard, []);
    const left = once(browser, 'close');
    browser.resume();
    assert.is((await left)[0], 4401);
  }));

test('a page that has just connected is about to register, until its connection closes or ten seconds are over', async () => {
  const pages = new ArrivingPages();
  await withPhone(async (browser, asterisk) => {
    assert.equal([pages.has('pat_test'), pages.has('pat_other')], [true, false]);
    const laterMs = performance.now() + 10_001;
    const later = mock.method(performance, 'now', () => laterMs);
    assert.is(pages.has('pat_test'), false);
    later.mock.restore();
    const again = pages.begin('pat_test'); // its next connection, before this one is known to be closed
    const closed = once(asterisk, 'close');
    browser.close();
    await closed;
    assert.is(pages.has('pat_test'), true);
    again();
    assert.is(pages.has('pat_test'), false);
  }, pages);
});

test('a connection that Asterisk closes says so; one without an Asterisk says that it is away', async () => {
  await withPhone(async (browser, asterisk) => {
    const closed = once(browser, 'close');
    asterisk.close();
    const [code, reason] = (await closed) as [number, Buffer];
    assert.equal([code, reason.toString()], [1013, 'Asterisk closed the connection; connect again']);
  });
  const surface = new PhoneSurface({
    ariUrl: 'http://127.0.0.1:1',
    pages: new ArrivingPages(),
    log: memoryLog(),
  });
  await withRig(
    async (rig) => {
      const headers = { authorization: `Bearer ${ownerToken}` };
      const browser = new WebSocket(`${rig.url.replace('http', 'ws')}/ws/phone`, 'sip', { headers });
      const [code, reason] = (await once(browser, 'close')) as [number, Buffer];
      assert.equal([code, reason.toString()], [1013, 'Asterisk is away; connect again']);
    },
    { sockets: [surface] },
  );
});

test.run();
