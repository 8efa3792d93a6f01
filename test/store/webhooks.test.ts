import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { UsableWebhook } from '../../src/domain/webhook.ts';
import { withStore } from './fixtures.ts';

const aWebhook: UsableWebhook = {
  id: 'hook_1',
  name: 'lamp',
  url: 'http://127.0.0.1:9/',
  format: 'json',
  types: ['call_ended'],
  secret: 'whsec_Y2xlYXI',
  authorization: null,
  enabled: true,
  cursor: 5,
  createdAtMs: 1,
  updatedAtMs: 1,
};

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
