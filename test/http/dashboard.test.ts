import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { answerFailures } from '../../src/http/failures.ts';
import { serveDashboard } from '../../src/http/pages/dashboard.ts';
import { memoryLog } from '../store/fixtures.ts';

/** A built dashboard of one page and one script, served as the service does. */
async function withDashboard(work: (base: string, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-pages-'));
  const app = new Koa().use(answerFailures(memoryLog())).use(serveDashboard(pathToFileURL(`${folder}/`)));
  const server = app.listen(0, '127.0.0.1');
  try {
    const files = [
      { name: 'index.html', etag: 'page', immutable: false, encodings: [] },
      { name: 'assets/a-12345678.js', etag: 'script', immutable: true, encodings: ['br', 'gzip'] },
    ];
    await Promise.all([
      writeFile(join(folder, 'files.json'), JSON.stringify(files)),
      writeFile(join(folder, 'index.html'), '<p>page</p>'),
      writeFile(join(folder, 'secret.txt'), 'not listed'),
    ]);
    await mkdir(join(folder, 'assets'));
    await Promise.all([
      writeFile(join(folder, 'assets/a-12345678.js'), 'plain'),
      writeFile(join(folder, 'assets/a-12345678.js.br'), 'brotli'),
      writeFile(join(folder, 'assets/a-12345678.js.gz'), 'gzip'),
    ]);
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder);
  } finally {
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  }
}

test('answers its routes with the page, and nothing else', () =>
  withDashboard(async (base) => {
    for (const path of [
      '/',
      '/calls',
      '/calls/holds',
      '/calls/call_1',
      '/flows/flow_1',
      '/devices/new',
      '/settings',
      '/sign-in',
    ]) {
      const answer = await fetch(base + path);
      assert.is(answer.status, 200, path);
      assert.is(await answer.text(), '<p>page</p>', path);
      assert.is(answer.headers.get('cache-control'), 'no-cache', path);
    }
    for (const path of [
      '/nothing',
      '/calls/a/b',
      '/secret.txt',
      '/files.json',
      '/assets/../secret.txt',
      '/assets/%2e%2e/secret.txt',
      '/devices/other',
    ]) {
      const answer = await fetch(base + path);
      await answer.body?.cancel();
      assert.is(answer.status, 404, path);
    }
    assert.is((await fetch(base, { method: 'POST' })).status, 405);
  }));

test('a page with a slash at the end of its address leads to the page, for anybody who reads', () =>
  withDashboard(async (base) => {
    for (const [path, page] of [
      ['/calls/', '/calls'],
      ['/calls/call_1/', '/calls/call_1'],
      ['/calls/?state=all&cursor=x', '/calls?state=all&cursor=x'],
      ['/devices/new/', '/devices/new'],
      ['/settings/', '/settings'],
    ] as const)
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(base + path, { method, redirect: 'manual' });
        assert.equal([answer.status, answer.headers.get('location')], [308, page], path);
      }
    for (const path of [
      '/calls//',
      '/calls/a/b/',
      '/secret.txt/',
      '/assets/a-12345678.js/',
      '//evil.test/',
    ]) {
      const answer = await fetch(base + path, { redirect: 'manual' });
      await answer.body?.cancel();
      assert.is(answer.status, 404, path);
    }
    const sent = await fetch(`${base}/calls/`, { method: 'POST', redirect: 'manual' });
    assert.is(sent.status, 405);
  }));

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('an unknown address opened in a browser is a 404 with the page; a program gets JSON', () =>
  withDashboard(async (base) => {
    for (const path of ['/nothing', '/calls/a/b', '/secret.txt', '/devices/other', '/apis']) {
      const answer = await fetch(base + path, { headers: browser });
      assert.is(answer.status, 404, path);
      assert.is(await answer.text(), '<p>page</p>', path);
      assert.is(answer.headers.get('cache-control'), 'no-cache', path);
      assert.match(String(answer.headers.get('vary')), /\bAccept\b(?!-)/, path);
      const head = await fetch(base + path, { method: 'HEAD', headers: browser });
      assert.is(head.status, 404, path);
      for (const Accept of ['application/json', '*/*', 'application/json, text/html']) {
        const told = await fetch(base + path, { headers: { Accept } });
        assert.equal([told.status, Object.keys((await told.json()) as object)], [404, ['detail']], Accept);
        assert.match(String(told.headers.get('vary')), /\bAccept\b(?!-)/, path);
      }
    }
    for (const path of [
      '/api/v1/nothing',
      '/api',
      '/auth/x',
      '/mcp/x',
      '/ws/x',
      '/health/x',
      '/assets/x.js',
    ]) {
      const answer = await fetch(base + path, { headers: browser });
      assert.equal([answer.status, Object.keys((await answer.json()) as object)], [404, ['detail']], path);
    }
    const sent = await fetch(`${base}/nothing`, { method: 'POST', headers: browser });
    await sent.body?.cancel();
    assert.equal([sent.status, sent.headers.get('content-type')], [404, 'application/json; charset=utf-8']);
  }));

test('a hashed name is kept for ever, and sent as the browser can read it', () =>
  withDashboard(async (base) => {
    const address = `${base}/assets/a-12345678.js`;
    const plain = await fetch(address, { headers: { 'Accept-Encoding': 'identity' } });
    assert.is(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.is(plain.headers.get('vary'), 'Accept-Encoding');
    assert.is(plain.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.is(await plain.text(), 'plain');
    const { status, headers, body } = await fetch(address, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'br' },
    });
    await body?.cancel();
    assert.is(status, 200);
    assert.is(headers.get('content-encoding'), 'br');
    assert.is.not(headers.get('etag'), plain.headers.get('etag'));
    const again = await fetch(address, {
      headers: {
        'Accept-Encoding': 'br',
        'If-None-Match': headers.get('etag') ?? '',
        'Cache-Control': 'max-age=0',
        Pragma: '',
      },
    });
    assert.is(again.status, 304);
  }));

/** A folder cannot be read as a file is: it stands for one that cannot be opened while too many are open. */
async function whileUnreadable(file: string, work: () => Promise<void>): Promise<void> {
  await rename(file, `${file}.aside`);
  await mkdir(file);
  await work();
  await rm(file, { recursive: true });
  await rename(`${file}.aside`, file);
}

test('what cannot be read for a moment is answered once it can', () =>
  withDashboard(async (base, folder) => {
    const answerOf = async (path: string): Promise<Response> => {
      const answer = await fetch(base + path, { headers: { 'Accept-Encoding': 'br' } });
      await answer.body?.cancel();
      return answer;
    };
    await whileUnreadable(join(folder, 'files.json'), async () =>
      assert.is((await answerOf('/')).status, 503),
    );
    const script = '/assets/a-12345678.js';
    await whileUnreadable(join(folder, `${script}.br`), async () => {
      const { status, headers } = await answerOf(script);
      assert.is(status, 503);
      assert.equal([headers.get('cache-control'), headers.get('content-encoding')], [null, null]);
    });
    for (const path of ['/', script]) assert.is((await answerOf(path)).status, 200, path);
  }));

test('a dashboard that somebody has opened stays whole when a build for the next start replaces its files', () =>
  withDashboard(async (base, folder) => {
    await (await fetch(`${base}/`)).text();
    await Promise.all([
      rm(join(folder, 'assets'), { recursive: true }),
      writeFile(join(folder, 'files.json'), '[]'),
    ]);
    for (const [accepted, bytes] of [
      ['identity', 'plain'.length],
      ['br', 'brotli'.length],
    ] as const) {
      const { status, headers, body } = await fetch(`${base}/assets/a-12345678.js`, {
        method: 'HEAD',
        headers: { 'Accept-Encoding': accepted },
      });
      await body?.cancel();
      assert.equal([status, Number(headers.get('content-length'))], [200, bytes]);
    }
  }));

test.run();
