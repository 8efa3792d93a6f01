import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PushReceiver } from '../rig/push-receiver.ts';
import { items } from './http-client.ts';
import { eventually, leaveStage, openQuietGateway } from './stage.ts';

const test = suite('push subscriptions, over REST');
const { gateway, client, world } = await openQuietGateway();
const receiver = world.owns(await PushReceiver.open());
const at = '/api/v1/push-subscriptions';

test('a push service may not be on the private network, unless that is permitted', async () => {
  const { endpoint, keys } = receiver.subscription();
  for (const inside of [endpoint, endpoint.replace('http:', 'https:')]) {
    const { body } = await client.expect(400, 'POST', at, { body: { endpoint: inside, keys } });
    assert.match(String(body['detail']), /^"endpoint" must /);
  }
  assert.equal(items(await client.expect(200, 'GET', at), 'subscriptions'), []);
});

test('those who may not subscribe, and invalid subscriptions', async () => {
  const { keys } = receiver.subscription();
  const body = { endpoint: 'https://push.example.net/x', keys };
  const made = { name: 'no admin', scope: 'calls' };
  const { token } = (await client.expect(201, 'POST', '/api/v1/tokens', { body: made })).body;
  const refused = await fetch(`${gateway.url}${at}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${String(token)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.is(refused.status, 403);
  await client.expect(400, 'POST', at, { body: { ...body, keys: { ...keys, auth: 'short' } } });
  await client.expect(400, 'POST', at, { body: { endpoint: body.endpoint } });
  await client.expect(404, 'DELETE', `${at}/push_none`);
});

test('a subscription is stored, shown without its secrets, used to wake, and ends with its credential', async () => {
  const made = await gateway.client.request<{ id: string; token: string }>('POST', '/api/v1/tokens', {
    name: 'tablet',
    scope: 'admin',
  });
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${made.token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const { keys } = receiver.subscription();
  const taken = await ask('POST', at, { endpoint: 'https://push.example.net/x', expirationTime: null, keys });
  assert.equal([taken['service'], taken['is_own'], taken['fault']], ['push.example.net', true, null]);
  const { body: listed } = await client.expect(200, 'GET', at);
  assert.match(String(listed['public_key']), /^[A-Za-z0-9_-]{87}$/);
  assert.not.ok(JSON.stringify(listed).includes(keys.auth));
  const { device } = (await ask('POST', '/api/v1/devices/browser', { name: 'Tablet' })) as {
    device: Record<string, unknown>;
  };
  assert.equal([device['is_online'], device['can_wake']], [false, true]);
  await gateway.client.request('DELETE', `/api/v1/tokens/${made.id}`);
  await eventually('end of the subscription with its token', async () => {
    return items(await client.expect(200, 'GET', at), 'subscriptions').length === 0;
  });
});

test.after(leaveStage);
test.run();
