import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withRig } from './rig.ts';

const test = suite('methods and pages');

test('HEAD is GET without a body; OPTIONS says what is allowed', () =>
  withRig(async (rig) => {
    const owner = { Authorization: 'Bearer owner-token-for-these-tests' };
    const head = await rig.send('HEAD', '/api/v1/calls', { headers: owner });
    assert.equal([head.status, head.body], [200, '']);
    assert.ok(Number(head.headers['content-length']) > 0);
    for (const [path, allow] of [
      ['/api/v1/calls', 'GET, HEAD, OPTIONS'],
      ['/api/v1/devices', 'GET, POST, HEAD, OPTIONS'],
      ['/api/v1/call-flows/flow_x', 'GET, PUT, DELETE, HEAD, OPTIONS'],
      ['/api/v1/calls/outbound', 'POST, OPTIONS'],
    ] as const) {
      const options = await rig.send('OPTIONS', path, { headers: owner });
      assert.equal([options.status, options.headers.allow], [204, allow], path);
    }
    assert.is((await rig.send('HEAD', '/health', { headers: {} })).status, 200);
    assert.is((await rig.send('HEAD', '/api/v1/calls/call_none', { headers: owner })).status, 404);
  }));

test('the reference page is served from here, and so is the placeholder', () =>
  withRig(async (rig) => {
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/home.css', 'text/css'],
      ['/api/docs', 'text/html'],
      ['/api/docs/docs.js', 'text/javascript'],
      ['/api/docs/docs.css', 'text/css'],
      ['/api/docs/swagger-ui.css', 'text/css'],
      ['/api/docs/swagger-ui-bundle.js', 'text/javascript'],
    ] as const) {
      const answer = await rig.fetch(path, { headers: { 'accept-encoding': 'identity' } });
      assert.is(answer.status, 200, path);
      assert.ok(answer.headers.get('content-type')?.startsWith(type), path);
      const text = await answer.text();
      if (type === 'text/html')
        assert.not.match(text, /(src|href)="(https?:)?\/\//, 'nothing from elsewhere');
      // Not by `fetch`, which asks past every cache.
      const again = await rig.send('GET', path, {
        headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
      });
      assert.is(again.status, 304, path);
    }
  }));

test("a slash at the end: the reference's address is corrected, the API's is refused, and why is said", () =>
  withRig(async (rig) => {
    const docs = await rig.fetch('/api/docs/');
    assert.equal([docs.status, docs.headers.get('location')], [308, '/api/docs']);
    const detail = 'there is nothing at this path; remove the slash at its end';
    for (const [method, path] of [
      ['GET', '/api/v1/calls/'],
      ['POST', '/api/v1/calls/hold-slayer/'],
      ['GET', '/api/v1/calls/call_1/'],
    ] as const)
      assert.equal(await rig.ask(method, path).then(({ status, body }) => [status, body]), [404, { detail }]);
    const nowhere = await rig.ask('GET', '/api/v1/nowhere/');
    assert.equal(nowhere.body, { detail: 'there is nothing at this path' });
    const advice = { detail: 'there is nothing at this path; try it without the slash at its end' };
    for (const path of ['/health/', '/auth/me/', '/ws/events/', '/nowhere/']) {
      const { status, body } = await rig.ask('GET', path);
      assert.equal([status, body], [404, advice], path);
    }
  }));

test('behind https, browsers are held to it for this name alone, and not without', async () => {
  for (const [publicUrl, expected] of [
    ['https://home.example', 'max-age=31536000'],
    ['http://home.example', null],
  ] as const)
    await withRig(
      async (rig) =>
        assert.is((await rig.fetch('/health')).headers.get('strict-transport-security'), expected),
      { publicUrl },
    );
});

test.run();
