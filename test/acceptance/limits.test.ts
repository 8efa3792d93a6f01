import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leaveStage, openLimitedGateway } from './stage.ts';

const test = suite('limits');
const { gateway, client } = await openLimitedGateway();
const place = { body: { number: '+12025550102' } };
const route = '/api/v1/calls/hold-slayer';

test('two calls run at once by default; the third is 409 and names the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => client.ask('POST', route, place)));
  assert.equal(answers.map(({ status }) => String(status)).sort(), ['201', '201', '409', '409']);
  for (const { status, body } of answers)
    if (status === 409) assert.match(String(body['detail']), /max_concurrent_calls: 2/);
  const running = answers.filter(({ status }) => status === 201).map(({ body }) => String(body['call_id']));
  assert.is((await client.expect(200, 'GET', '/api/v1/calls')).body['total'], 2);
  await client.expect(200, 'POST', `/api/v1/calls/${running[0]}/hangup`);
  const next = await client.expect(201, 'POST', route, place);
  for (const id of [running[1], String(next.body['call_id'])])
    await client.expect(200, 'POST', `/api/v1/calls/${id}/hangup`);
});

test('a call too many in an hour is 400 and names the rule', async () => {
  for (let n = 0; n < 2; n++) {
    const { body } = await client.expect(201, 'POST', route, place);
    await client.expect(200, 'POST', `/api/v1/calls/${String(body['call_id'])}/hangup`);
  }
  await client.refuses(400, 'POST', route, 'max_calls_per_hour', place);
  await client.refuses(400, 'POST', '/api/v1/calls/outbound', 'max_calls_per_hour', place);
  assert.is((await client.expect(200, 'GET', '/api/v1/calls?state=all')).body['total'], 5);
  assert.is(await gateway.leftovers(), '');
});

test.after(leaveStage);

test.run();
