import { createHmac } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isUsable } from '../../src/domain/webhook.ts';
import { createWebhookDesk } from '../../src/webhooks/desk.ts';
import { composeMessage } from '../../src/webhooks/message.ts';
import { aCall, started, withStore } from '../store/fixtures.ts';
import { withRig } from './rig.ts';
import { at, type Got, withReceiver, withSilentHost, deliveredAs, failCall } from './webhook-rig.ts';

const test = suite('webhooks');

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
      assert.equal([delivery['type'], delivery['call_id']], ['call_failed', sent.call_id]);
      assert.is(receiver.got.length, 1);
      await rig.store.prisma.event.deleteMany({ where: { id: sent.id } });
      const later = await deliveredAs(rig, hook.id, 'delivered');
      assert.equal([later['event_id'], later['type'], later['call_id']], [sent.id, null, null]);
    }),
  ));

test('secrets are shown once and never again', () =>
  withRig(async (rig) => {
    const draft = {
      name: 'x',
      url: 'http://127.0.0.1:10/',
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
      const types = ['human_detected', 'call_failed', 'device_offline', 'device_online', 'gateway_status'];
      await rig.ask('POST', at, { name: 'phone', url: receiver.url, format: 'ntfy', types });
      const call = { ...aCall(), company: 'Acme GmbH' };
      await rig.store.calls.insert(call, [started(call)]);
      const person = { confidence: 0.97, transcript_excerpt: '', reason: 'voice' };
      const atMs = Date.now();
      await rig.store.journal.record({
        events: [
          { type: 'human_detected', callId: call.id, atMs, data: person },
          { type: 'device_offline', callId: '', atMs, data: { device: 'dev_x', name: 'Küche' } },
          { type: 'device_online', callId: '', atMs, data: { device: 'dev_x', name: 'Küche' } },
          { type: 'gateway_status', callId: '', atMs, data: { asterisk: false, trunk: null } },
        ],
      });
      const got = (await receiver.wait(4)).sort((a, b) =>
        String(a.headers['title']).localeCompare(String(b.headers['title'])),
      );
      assert.equal(
        got.map(({ headers, body }) => [headers['title'], headers['priority'], body]),
        [
          ['A person answered', 'urgent', 'A person is on the line with Acme GmbH (+12025550100).'],
          ['Gateway', 'default', 'Asterisk is unavailable: no calls can be placed.'],
          ['Phone reachable', 'low', 'Küche is online and will ring.'],
          ['Phone unreachable', 'default', 'Küche is offline and will not ring.'],
        ],
      );
    }),
  ));

test('a notification that comes late says so, and wakes nobody', () =>
  withRig(async (rig) => {
    const { body } = await rig.ask('POST', at, {
      ...{ name: 'phone', url: 'http://127.0.0.1:10/', format: 'ntfy' },
      types: ['human_detected'],
    });
    const webhook = await rig.store.webhooks.get(body.id);
    assert.ok(webhook !== undefined && isUsable(webhook));
    const data = { confidence: 0.97, transcript_excerpt: '', reason: 'voice' };
    const event = { id: 1, type: 'human_detected', callId: 'call_a', atMs: 0, data } as const;
    const told = (minutes: number) => {
      const { headers, body: text } = composeMessage(webhook, event, aCall(), minutes * 60);
      return [headers['Priority'], text.slice(0, 16)];
    };
    assert.equal(told(1), ['urgent', 'A person is on t']);
    assert.equal(told(119), ['low', '119 minutes ago:']);
    assert.equal(told(300), ['low', '5 hours ago: A p']);
  }));

test('of two changes at once, each is applied to the result of the other', () =>
  withStore(async ({ webhooks, journal }) => {
    const desk = createWebhookDesk({
      ...{ store: webhooks, journal, onChange: () => undefined },
      send: () => Promise.reject(new Error('nothing is sent')),
      guard: { checkNow: () => Promise.resolve() },
      stopping: new AbortController().signal,
    });
    const { id } = await desk.create({ name: 'x', url: 'http://127.0.0.1:10/', types: ['call_failed'] });
    await Promise.all([desk.update(id, { enabled: false }), desk.update(id, { name: 'renamed' })]);
    const { name, enabled } = await desk.get(id);
    assert.equal([name, enabled], ['renamed', false]);
  }));

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

test('a test sends one signed message of its own type, and reports the result', () =>
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
