import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { plainWebhook, withStore } from './fixtures.ts';

const aWebhook = { ...plainWebhook, cursor: 5 };

test('a change of a webhook and the queueing of its events, at once, never move its cursor back', () =>
  withStore(async ({ webhooks }) => {
    await webhooks.insert(aWebhook);
    const cursor = async (): Promise<number | undefined> => (await webhooks.get('hook_1'))?.cursor;
    const beforeQueueing = { ...aWebhook, name: 'door' };
    await webhooks.enqueue('hook_1', [], 7, 1);
    assert.ok(await webhooks.replace(beforeQueueing));
    assert.is(await cursor(), 7);
    assert.is((await webhooks.get('hook_1'))?.name, 'door');

    // A type was added: what happened before is not sent.
    assert.ok(
      await webhooks.replace({ ...beforeQueueing, types: ['call_ended', 'call_started'], cursor: 12 }),
    );
    await webhooks.enqueue('hook_1', [], 9, 1);
    assert.is(await cursor(), 12);
  }));

test.run();
