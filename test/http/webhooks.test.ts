import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EventType } from '../../src/domain/events.ts';
import { createWebhooks } from '../../src/webhooks/index.ts';
import { aCall, memoryLog, started, withStore } from '../store/fixtures.ts';
import { type Rig, withRig } from './rig.ts';

const test = suite('webhooks');

const at = '/api/v1/webhooks';

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that answers as it is told, first to last; then 200. */
async function withReceiver(
  answers: number[],
  act: (receiver: { url: string; got: Got[]; wait(count: number): Promise<Got[]> }) => Promise<void>,
): Promise<void> {
  const got: Got[] = [];
  let check = () => {};
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      const status = answers.shift() ?? 200;
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('thank you');
      check();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await act({
      got,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      wait: (count) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(() => reject(new Error(`${got.length} of ${count} came`)), 5_000);
          check = () => {
            if (got.length < count) return;
            clearTimeout(timer);
            resolve(got);
          };
          check();
        }),
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Takes connections and what is sent there, and never says a word. */
async function withSilentHost(
  act: (host: { url: string; requests(): number; untilClosed(): Promise<void> }) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => (requests += 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    await act({
      url: `http://127.0.0.1:${port}/hook`,
      requests: () => requests,
      async untilClosed() {
        for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
      },
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

/** Asks until the newest delivery is as wanted; the receiver has its request a little before that is written down. */
async function deliveredAs(rig: Rig, id: string, state: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await rig.ask('GET', `${at}/${id}/deliveries`);
    if (body.deliveries[0]?.state === state) return body.deliveries[0];
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function failCall(rig: Rig, error: string): Promise<void> {
  const call = aCall();
  await rig.store.calls.insert(call, [started(call)]);
  const data = { number: call.number, error, reason: 'busy' };
  await rig.store.journal.record({ events: [{ type: 'call_failed', callId: call.id, atMs: 1_000, data }] });
}

test('an event of its types is posted once, signed as Standard Webhooks says', () =>
  withReceiver([], (receiver) =>
    withRig(async (rig) => {
      const { body: hook } = await rig.ask('POST', at, {
        name: 'automation',
        url: receiver.url,
        types: ['call_failed'],
        authorization: 'Bearer abc',
      });
      assert.match(hook.secret, /^whsec_/);
      await failCall(rig, 'busy');
      const [got] = await receiver.wait(1);
      const sent = JSON.parse(got?.body ?? '');
      assert.equal([sent.type, sent.data.error, typeof sent.id], ['call_failed', 'busy', 'number']);
      const { headers } = got as Got;
      assert.is(headers.authorization, 'Bearer abc');
      assert.is(headers['content-type'], 'application/json');
      const signed = [headers['webhook-id'], headers['webhook-timestamp'], got?.body].join('.');
      const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
      assert.is(
        headers['webhook-signature'],
        `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      );
      assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 30);
      const delivery = await deliveredAs(rig, hook.id, 'delivered');
      assert.equal([delivery['attempts'], delivery['response_code']], [1, 200]);
      assert.is(receiver.got.length, 1);
    }),
  ));

test('secrets are shown once and never again', () =>
  withRig(async (rig) => {
    const draft = {
      name: 'x',
      url: 'http://127.0.0.1:9/',
      types: ['call_failed'],
      authorization: 'Bearer hush',
    };
    const { body: hook } = await rig.ask('POST', at, draft);
    const shown = await rig.ask('GET', `${at}/${hook.id}`);
    const put = await rig.ask('PUT', `${at}/${hook.id}`, hook);
    assert.equal([put.status, shown.body.has_authorization], [200, true]);
    const list = await rig.ask('GET', at);
    for (const answer of [shown, put, list]) {
      assert.not.ok(JSON.stringify(answer.body).includes(hook.secret));
      assert.not.ok(JSON.stringify(answer.body).includes('hush'));
    }
    assert.is((await rig.store.webhooks.get(hook.id))?.secret, hook.secret, 'kept by the update');
  }));

test('ntfy gets a notification for a person', () =>
  withReceiver([], (receiver) =>
    withRig(async (rig) => {
      const types = ['human_detected', 'call_failed', 'device_offline'];
      await rig.ask('POST', at, { name: 'phone', url: receiver.url, format: 'ntfy', types });
      const call = aCall();
      await rig.store.calls.insert(call, [started(call)]);
      const person = { confidence: 0.97, transcript_excerpt: '', reason: 'voice' };
      await rig.store.journal.record({
        events: [
          { type: 'human_detected', callId: call.id, atMs: 1, data: person },
          { type: 'device_offline', callId: '', atMs: 1, data: { device: 'dev_x', name: 'Küche' } },
        ],
      });
      const got = (await receiver.wait(2)).sort((a, b) =>
        String(a.headers['title']).localeCompare(String(b.headers['title'])),
      );
      assert.equal(
        got.map(({ headers, body }) => [headers['title'], headers['priority'], body]),
        [
          [
            'A person answered',
            'urgent',
            'A person is on the line with +12025550100. Your phone is about to ring.',
          ],
          ['Phone unreachable', 'default', 'Küche is offline and will not ring.'],
        ],
      );
    }),
  ));

test('a failure is tried again, with the same id; a redirect is a failure', () =>
  withReceiver([500, 302], (receiver) =>
    withRig(async (rig) => {
      const { body: hook } = await rig.ask('POST', at, {
        name: 'x',
        url: receiver.url,
        types: ['call_failed'],
      });
      await failCall(rig, 'busy');
      const got = await receiver.wait(3);
      assert.is(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1);
      const delivery = await deliveredAs(rig, hook.id, 'delivered');
      assert.is(delivery['attempts'], 3);
    }),
  ));

test('after the last failure it is given up and said so', () =>
  withReceiver([500, 500, 500, 500], (receiver) =>
    withRig(async (rig) => {
      const { body: hook } = await rig.ask('POST', at, {
        name: 'x',
        url: receiver.url,
        types: ['call_failed'],
      });
      await failCall(rig, 'busy');
      const delivery = await deliveredAs(rig, hook.id, 'failed');
      assert.equal(
        [delivery['attempts'], delivery['error'], delivery['next_attempt_at']],
        [3, 'answered 500', null],
      );
      assert.is(receiver.got.length, 3);
    }),
  ));

test('410 says that the receiver is gone: not tried again', () =>
  withReceiver([410], (receiver) =>
    withRig(async (rig) => {
      const { body: hook } = await rig.ask('POST', at, {
        name: 'x',
        url: receiver.url,
        types: ['call_failed'],
      });
      await failCall(rig, 'busy');
      assert.is((await deliveredAs(rig, hook.id, 'failed'))['attempts'], 1);
    }),
  ));

test('nobody listening there is a failure with its reason', () =>
  withRig(async (rig) => {
    const { body: hook } = await rig.ask('POST', at, {
      name: 'x',
      url: 'http://127.0.0.1:9/',
      types: ['call_failed'],
    });
    await failCall(rig, 'busy');
    const delivery = await deliveredAs(rig, hook.id, 'failed');
    assert.is(delivery['response_code'], null);
    assert.type(delivery['error'], 'string');
  }));

test('what happened while it was disabled is not sent afterwards', () =>
  withReceiver([], (receiver) =>
    withRig(async (rig) => {
      const draft = { name: 'x', url: receiver.url, types: ['call_failed'], enabled: false };
      const { body: hook } = await rig.ask('POST', at, draft);
      await failCall(rig, 'unseen');
      await rig.ask('PUT', `${at}/${hook.id}`, { enabled: true });
      await failCall(rig, 'seen');
      const [got] = await receiver.wait(1);
      assert.match(got?.body ?? '', '"seen"');
      await deliveredAs(rig, hook.id, 'delivered');
      assert.is(receiver.got.length, 1);
    }),
  ));

test('after a restart it goes on with what happened meanwhile and what was not delivered', () =>
  withReceiver([500], (receiver) =>
    withStore(async (store) => {
      const needs = { store: store.webhooks, journal: store.journal, calls: store.calls, log: memoryLog() };
      const before = createWebhooks({ ...needs, retryMs: [60_000] });
      before.start();
      const hook = await before.desk.create({ name: 'x', url: receiver.url, types: ['call_failed'] });
      const fail = (error: string) =>
        store.journal.record({
          events: [{ type: 'call_failed', callId: '', atMs: 1, data: { number: '', error, reason: '' } }],
        });
      await fail('undelivered');
      await receiver.wait(1);
      await before.stop();
      await fail('meanwhile');
      assert.is((await store.webhooks.nextFailed(hook.id))?.attempts, 1);
      await store.prisma.webhookDelivery.updateMany({ data: { nextAttemptAt: new Date(0) } });
      const after = createWebhooks(needs);
      after.start();
      const got = await receiver.wait(3);
      const errors = got.slice(1).map(({ body }) => String(JSON.parse(body).data.error));
      assert.equal(new Set(errors), new Set(['meanwhile', 'undelivered']));
      await after.stop();
      assert.is((await store.webhooks.listDeliveries(hook.id, 10)).length, 2);
    }),
  ));

test('a receiver that is silent delays no other, and a stop does not wait for it', () =>
  withReceiver([], (phone) =>
    withSilentHost((silent) =>
      withStore(async (store) => {
        const needs = { store: store.webhooks, journal: store.journal, calls: store.calls, log: memoryLog() };
        const webhooks = createWebhooks(needs);
        webhooks.start();
        const types: EventType[] = ['call_failed'];
        const dead = await webhooks.desk.create({ name: 'dead', url: silent.url, types });
        const data = { number: '', error: 'x', reason: '' };
        for (let n = 0; n < 12; n++)
          await store.journal.record({ events: [{ type: 'call_failed', callId: '', atMs: 1, data }] });
        await webhooks.desk.create({ name: 'phone', url: phone.url, types: ['human_detected'] });
        const person = { confidence: 0.97, transcript_excerpt: '', reason: 'voice' };
        const toldAt = performance.now();
        await store.journal.record({
          events: [{ type: 'human_detected', callId: '', atMs: 1, data: person }],
        });
        await phone.wait(1);
        assert.ok(performance.now() - toldAt < 2_000, 'at once');
        const stoppedAt = performance.now();
        await webhooks.stop();
        await silent.untilClosed();
        assert.ok(
          performance.now() - stoppedAt < 2_000,
          'a stop is not held up, and nothing goes on after it',
        );
        const left = await store.webhooks.listDeliveries(dead.id, 100);
        assert.equal(
          left.map(({ state, attempts }) => [state, attempts]),
          Array.from({ length: 12 }, () => ['pending', 0]),
        );
        assert.is(silent.requests(), 1, 'one at a time');
        await store.prisma.webhook.updateMany({ where: { id: dead.id }, data: { url: phone.url } });
        const after = createWebhooks(needs);
        after.start();
        const got = await phone.wait(13);
        const ids = got.slice(1).map(({ body }) => Number(JSON.parse(body).id));
        assert.equal(
          ids,
          ids.toSorted((a, b) => a - b),
          'in the order of the events',
        );
        await after.stop();
      }),
    ),
  ));

test('new events do not wait for a retry', () => {
  const answers = Array.from({ length: 1_000 }, () => 500);
  return withReceiver(answers, (receiver) =>
    withSilentHost((silent) =>
      withStore(async (store) => {
        const needs = { store: store.webhooks, journal: store.journal, calls: store.calls, log: memoryLog() };
        const webhooks = createWebhooks({ ...needs, retryMs: answers.map(() => 20) });
        webhooks.start();
        const fail = (error: string) =>
          store.journal.record({
            events: [{ type: 'call_failed', callId: '', atMs: 1, data: { number: '', error, reason: '' } }],
          });
        const hook = await webhooks.desk.create({ name: 'x', url: receiver.url, types: ['call_failed'] });
        await fail('first');
        await receiver.wait(1);
        await webhooks.desk.update(hook.id, { url: silent.url });
        while (silent.requests() === 0) await new Promise((resolve) => setImmediate(resolve));
        const { length: before } = receiver.got;
        answers.length = 0;
        await webhooks.desk.update(hook.id, { url: receiver.url });
        await fail('second');
        const got = await receiver.wait(before + 1);
        assert.match(got[before]?.body ?? '', '"second"');
        await webhooks.stop();
      }),
    ),
  );
});

test('a deleted one gets nothing any more', () =>
  withReceiver([], (receiver) =>
    withRig(async (rig) => {
      const kept = await rig.ask('POST', at, { name: 'kept', url: receiver.url, types: ['call_failed'] });
      const gone = await rig.ask('POST', at, {
        name: 'gone',
        url: `${receiver.url}/gone`,
        types: ['call_failed'],
      });
      assert.is((await rig.ask('DELETE', `${at}/${gone.body.id}`)).status, 200);
      assert.is((await rig.ask('DELETE', `${at}/${gone.body.id}`)).status, 404);
      await failCall(rig, 'busy');
      await deliveredAs(rig, kept.body.id, 'delivered');
      assert.is(receiver.got.length, 1);
    }),
  ));

test('a test sends one signed message of its own type, and says what came of it', () =>
  withRig((rig) =>
    withReceiver([200, 500], async (receiver) => {
      const draft = { name: 'House', url: receiver.url, types: ['call_ended'], authorization: 'Bearer x' };
      const { body: hook } = await rig.ask('POST', at, draft);
      const good = await rig.ask('POST', `${at}/${hook.id}/test`);
      assert.equal([good.status, good.body], [200, { delivered: true, response_code: 200, error: null }]);
      const [got] = await receiver.wait(1);
      const message = JSON.parse(got?.body ?? '');
      assert.equal([message.type, message.data.webhook], ['test', hook.id]);
      const { headers } = got as Got;
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${got?.body}`;
      const key = Buffer.from(String(hook.secret).replace('whsec_', ''), 'base64');
      assert.is(
        headers['webhook-signature'],
        `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      );
      assert.is(headers.authorization, 'Bearer x');
      const bad = await rig.ask('POST', `${at}/${hook.id}/test`);
      assert.equal(bad.body, { delivered: false, response_code: 500, error: 'answered 500' });
      assert.equal((await rig.ask('GET', `${at}/${hook.id}/deliveries`)).body.deliveries, [], 'no retry');
      assert.is(receiver.got.length, 2);
      assert.is((await rig.ask('POST', `${at}/hook_none/test`)).status, 404);
    }),
  ));

test('two tests of one webhook do not run at once', () =>
  withRig((rig) =>
    withSilentHost(async (host) => {
      const { body: hook } = await rig.ask('POST', at, { name: 'x', url: host.url, types: ['call_ended'] });
      const abort = new AbortController();
      const first = rig
        .fetch(`${at}/${hook.id}/test`, {
          method: 'POST',
          headers: { Authorization: 'Bearer owner-token-for-these-tests' },
          signal: abort.signal,
        })
        .catch(() => undefined);
      while (host.requests() === 0) await new Promise((resolve) => setImmediate(resolve));
      assert.is((await rig.ask('POST', `${at}/${hook.id}/test`)).status, 409);
      abort.abort();
      await first;
    }),
  ));

test.run();
