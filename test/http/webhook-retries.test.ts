import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { WebhookDraft } from '../../src/domain/webhook.ts';
import { dayMs } from '../../src/domain/durations.ts';
import type { EventType } from '../../src/domain/events.ts';
import { WebhookDispatcher } from '../../src/webhooks/dispatcher.ts';
import { createWebhooks } from '../../src/webhooks/index.ts';
import { createSender } from '../../src/webhooks/sender.ts';
import { memoryLog, plainWebhook, withStore } from '../store/fixtures.ts';
import { type Rig, withRig } from './rig.ts';
import { at, withReceiver, withSilentHost, deliveredAs, failCall } from './webhook-rig.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { openGuard } from '../rig/open-guard.ts';

const test = suite('webhooks that fail');

/** Adds a webhook for calls that fail, and lets one fail. @returns the webhook's id. */
async function failOneFor(rig: Rig, url: string): Promise<string> {
  const { body: hook } = await rig.ask('POST', at, { name: 'x', url, types: ['call_failed'] });
  await failCall(rig, 'busy');
  return hook.id;
}

test('a failure is tried again, with the same id; a redirect is a failure', () =>
  withReceiver([500, 302], (receiver) =>
    withRig(async (rig) => {
      const hookId = await failOneFor(rig, receiver.url);
      const got = await receiver.wait(3);
      assert.is(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1);
      const delivery = await deliveredAs(rig, hookId, 'delivered');
      assert.is(delivery['attempts'], 3);
    }),
  ));

test('after the last failure it is given up and said so', () =>
  withReceiver([500, 500, 500, 500], (receiver) =>
    withRig(async (rig) => {
      const hookId = await failOneFor(rig, receiver.url);
      const delivery = await deliveredAs(rig, hookId, 'failed');
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
      const hookId = await failOneFor(rig, receiver.url);
      assert.is((await deliveredAs(rig, hookId, 'failed'))['attempts'], 1);
    }),
  ));

test('a closed port is a failure with its reason', () =>
  withRig(async (rig) => {
    const hookId = await failOneFor(rig, `http://127.0.0.1:${await findFreePorts()}/`);
    const delivery = await deliveredAs(rig, hookId, 'failed');
    assert.is(delivery['response_code'], null);
    assert.type(delivery['error'], 'string');
  }));

test('events from while it was disabled are not sent afterwards', () =>
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

for (const [what, undone, done] of [
  ['disabled and enabled', { enabled: false }, { enabled: true }],
  ['without the type and has it again', { types: ['call_ended'] }, { types: ['call_ended', 'call_failed'] }],
] as [string, Partial<WebhookDraft>, Partial<WebhookDraft>][])
  test(`what was to be delivered before a webhook was ${what} is given up`, () =>
    withReceiver([500], (receiver) =>
      withStore(async (store) => {
        const webhooks = createWebhooks({
          store: store.webhooks,
          journal: store.journal,
          calls: store.calls,
          log: memoryLog(),
          guard: openGuard,
          retryMs: [60_000],
        });
        const { desk } = webhooks;
        webhooks.start();
        const hook = await desk.create({ name: 'x', url: receiver.url, types: ['call_failed'] });
        const fail = (error: string) =>
          store.journal.record({
            events: [{ type: 'call_failed', callId: '', atMs: 1, data: { number: '', error, reason: '' } }],
          });
        await fail('before');
        while ((await store.webhooks.nextFailed(hook.id)) === undefined)
          await new Promise((resolve) => setImmediate(resolve));
        await desk.update(hook.id, undone);
        const [given] = await store.webhooks.listDeliveries(hook.id, 10);
        assert.equal([given?.state, given?.attempts], ['failed', 1]);
        assert.match(given?.error ?? '', /disabled|no longer wanted/);
        await desk.update(hook.id, done);
        await store.prisma.webhookDelivery.updateMany({ data: { nextAttemptAt: new Date(0) } });
        await fail('after');
        const errors = (await receiver.wait(2)).map(({ body }) => String(JSON.parse(body).data.error));
        assert.equal(errors, ['before', 'after']);
        await webhooks.stop();
        assert.is(receiver.got.length, 2);
      }),
    ));

test('after a restart it continues with events from the meantime and undelivered ones', () =>
  withReceiver([500], (receiver) =>
    withStore(async (store) => {
      const needs = {
        store: store.webhooks,
        journal: store.journal,
        calls: store.calls,
        log: memoryLog(),
        guard: openGuard,
      };
      const before = createWebhooks({ ...needs, retryMs: [60_000] });
      before.start();
      const hook = await before.desk.create({ name: 'x', url: receiver.url, types: ['call_failed'] });
      const fail = (error: string) =>
        store.journal.record({
          events: [{ type: 'call_failed', callId: '', atMs: 1, data: { number: '', error, reason: '' } }],
        });
      await fail('undelivered');
      while ((await store.webhooks.nextFailed(hook.id)) === undefined)
        await new Promise((resolve) => setImmediate(resolve));
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

test('a clock set back by a year holds up no retry, and old deliveries are still removed', () =>
  withReceiver([500], (receiver) =>
    withStore(async (store) => {
      let nowMs = Date.now();
      let prunes = 0;
      const { webhooks } = store;
      const prune = webhooks.prune.bind(webhooks);
      webhooks.prune = (beforeMs) => {
        prunes += 1;
        return prune(beforeMs);
      };
      const log = memoryLog();
      const dispatcher = new WebhookDispatcher({
        store: webhooks,
        journal: store.journal,
        calls: store.calls,
        log,
        send: createSender({ log, guard: openGuard }),
        nowMs: () => nowMs,
        retryMs: [60_000],
      });
      await webhooks.insert({ ...plainWebhook, url: receiver.url, types: ['call_failed'] });
      dispatcher.start();
      const data = { number: '', error: 'x', reason: '' };
      await store.journal.record({ events: [{ type: 'call_failed', callId: '', atMs: 1, data }] });
      while ((await webhooks.nextFailed(plainWebhook.id)) === undefined)
        await new Promise((resolve) => setImmediate(resolve));
      assert.is(prunes, 1);
      nowMs -= 365 * dayMs;
      dispatcher.wake();
      await receiver.wait(2);
      await dispatcher.stop();
      assert.is(prunes, 2);
    }),
  ));

test('a message goes out once although the disk is full when its receiver has answered', () =>
  withReceiver([], (receiver) =>
    withStore(async (store) => {
      const { webhooks } = store;
      const finish = webhooks.finishAttempt.bind(webhooks);
      let isFull = true;
      let refusals = 0;
      webhooks.finishAttempt = async (...result) => {
        if (!isFull) return finish(...result);
        refusals += 1;
        throw new Error('the disk is full');
      };
      const log = memoryLog();
      const send = createSender({ log, guard: openGuard });
      const needs = { store: webhooks, journal: store.journal, calls: store.calls, log, send };
      const dispatcher = new WebhookDispatcher(needs);
      await webhooks.insert({ ...plainWebhook, url: receiver.url, types: ['call_failed'] });
      dispatcher.start();
      const data = { number: '', error: 'x', reason: '' };
      await store.journal.record({ events: [{ type: 'call_failed', callId: '', atMs: 1, data }] });
      while (refusals < 3) {
        dispatcher.wake(); // as the time for another attempt does
        await new Promise((resolve) => setImmediate(resolve));
      }
      isFull = false;
      dispatcher.wake();
      while ((await webhooks.listDeliveries(plainWebhook.id, 1))[0]?.state !== 'delivered')
        await new Promise((resolve) => setImmediate(resolve));
      await dispatcher.stop();
      assert.is(receiver.got.length, 1);
    }),
  ));

test('GET, edit, PUT loses nothing that just happened; a type that is added begins with what follows', () =>
  withReceiver([], (receiver) =>
    withStore(async (store) => {
      const needs = {
        store: store.webhooks,
        journal: store.journal,
        calls: store.calls,
        log: memoryLog(),
        guard: openGuard,
      };
      const webhooks = createWebhooks(needs);
      const hear = (type: 'device_online' | 'device_offline', name: string) =>
        store.journal.record({ events: [{ type, callId: '', atMs: 1, data: { device: 'dev_x', name } }] });
      const { url } = receiver;
      const { id } = await webhooks.desk.create({ name: 'x', url, types: ['device_online'] });
      // Not started yet: this is the moment between an event and its delivery.
      await hear('device_online', 'before the edit');
      await webhooks.desk.update(id, { name: 'y', url, types: ['device_online'] });
      webhooks.start();
      await receiver.wait(1);
      await hear('device_offline', 'not asked for');
      await webhooks.desk.update(id, { types: ['device_online', 'device_offline'] });
      await hear('device_offline', 'after it');
      const names = (await receiver.wait(2)).map(({ body }) => String(JSON.parse(body).data.name));
      assert.equal(names, ['before the edit', 'after it']);
      await webhooks.stop();
    }),
  ));

test('a receiver that is silent delays no other, and a stop does not wait for it', () =>
  withReceiver([], (phone) =>
    withSilentHost((silent) =>
      withStore(async (store) => {
        const log = memoryLog();
        const send = createSender({ log, guard: openGuard, timeoutMs: 100_000 });
        const needs = {
          store: store.webhooks,
          journal: store.journal,
          calls: store.calls,
          log,
          send,
          guard: openGuard,
        };
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
        assert.ok(performance.now() - toldAt < 50_000, 'at once: the silent one has 100 s');
        const stoppedAt = performance.now();
        await webhooks.stop();
        await silent.untilClosed();
        assert.ok(
          performance.now() - stoppedAt < 50_000,
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
        const needs = {
          store: store.webhooks,
          journal: store.journal,
          calls: store.calls,
          log: memoryLog(),
          guard: openGuard,
        };
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

test.run();
