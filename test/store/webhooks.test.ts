import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebhookDispatcher } from '../../src/webhooks/dispatcher.ts';
import { StoredWebhooks } from '../../src/store/webhooks.ts';
import { memoryLog, plainWebhook, testSealer, withStore } from './fixtures.ts';
import { plansOf } from './query-plans.ts';

/** Of what is queued, nothing is given up. */
const nothing = { keptTypes: ['call_ended' as const], why: '', nowMs: 1 };
const aWebhook = { ...plainWebhook, cursor: 5 };

test('a change of a webhook and the queueing of its events, at once, never move its cursor back', () =>
  withStore(async ({ webhooks }) => {
    await webhooks.insert(aWebhook);
    const cursor = async (): Promise<number | undefined> => (await webhooks.get('hook_1'))?.cursor;
    const beforeQueueing = { ...aWebhook, name: 'door' };
    await webhooks.enqueue('hook_1', [], 7, 1);
    assert.ok(await webhooks.replace(beforeQueueing, nothing));
    assert.is(await cursor(), 7);
    assert.is((await webhooks.get('hook_1'))?.name, 'door');

    // A type was added: what happened before is not sent.
    assert.ok(
      await webhooks.replace(
        { ...beforeQueueing, types: ['call_ended', 'call_started'], cursor: 12 },
        nothing,
      ),
    );
    await webhooks.enqueue('hook_1', [], 9, 1);
    assert.is(await cursor(), 12);
  }));

test('the next delivery of a webhook is found without those of before', () =>
  withStore(async (_store, path) => {
    const plans = await plansOf(path, (prisma) => new StoredWebhooks(prisma, testSealer).nextNew('hook_1'));
    assert.is(plans.length, 1);
    assert.match(plans[0] ?? '', /\(webhook_id=\? AND state=\? AND attempts=\?\)$/);
  }));

test('events that no webhook wants are looked through once, not at every later event', () =>
  withStore(async ({ webhooks, journal, calls }) => {
    await webhooks.insert({ ...plainWebhook, cursor: 0 });
    const heard = {
      type: 'device_online',
      callId: '',
      atMs: 1,
      data: { device: 'dev_x', name: 'x' },
    } as const;
    await journal.record({ events: Array.from({ length: 1500 }, () => heard) });
    const looks: number[] = [];
    const dispatcher = new WebhookDispatcher({
      store: webhooks,
      calls,
      log: memoryLog(),
      send: async () => assert.unreachable() as never,
      journal: {
        subscribe: () => () => undefined,
        get newestId() {
          return journal.newestId;
        },
        read(since, filter, limit) {
          looks.push(since);
          return journal.read(since, filter, limit);
        },
      },
    });
    dispatcher.start();
    while ((await webhooks.get('hook_1'))?.cursor !== 1500)
      await new Promise((resolve) => setImmediate(resolve));
    dispatcher.wake();
    while (looks.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await dispatcher.stop();
    assert.equal(looks, [0, 1500]);
  }));

test.run();
