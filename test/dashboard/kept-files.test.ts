import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('the files that a browser keeps');

interface FilesModule {
  openPage: (request: Request, meanwhile: (work: Promise<unknown>) => void) => Promise<Response>;
  readAsset: (request: Request) => Promise<Response>;
}
/** By a name that is not known before, because it is written for a browser, and is checked as such. */
const { href } = new URL('../../src/dashboard/worker/kept-files.ts', import.meta.url);
const { openPage, readAsset } = (await import(href)) as FilesModule;

/** What this process has of these names, for the tests of other files. */
const before = new Map<string, PropertyDescriptor | undefined>();
function put(name: string, value: unknown): void {
  if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** A cache of the browser's. */
let kept = new Map<string, string>();
let isFull = false;
const keyOf = (request: string | Request) => (typeof request === 'string' ? request : '/asset');
const cache = {
  match: (request: string | Request) => {
    const text = kept.get(keyOf(request));
    return Promise.resolve(text === undefined ? undefined : new Response(text));
  },
  put: async (request: string | Request, response: Response) => {
    if (isFull) throw new DOMException('no room', 'QuotaExceededError');
    kept.set(keyOf(request), await response.text());
  },
  addAll: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
};
let answer: () => Response = () => new Response();

test.before(() => {
  put('caches', { open: () => Promise.resolve(cache) });
  put('fetch', () => Promise.resolve(answer()));
});
test.after(() => {
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});
test.before.each(() => {
  kept = new Map([['/', 'the kept page']]);
  isFull = false;
});

const page = (status: number) => () =>
  new Response(`answered with ${status}`, { status, headers: { 'Content-Type': 'text/html' } });

async function opened(): Promise<string> {
  const works: Promise<unknown>[] = [];
  const response = await openPage(new Request('http://gateway.example/calls'), (work) => works.push(work));
  await Promise.all(works);
  return response.text();
}

test('where a proxy answers for a gateway that is away, the kept page opens, which tries again', async () => {
  for (const status of [502, 503, 504]) {
    answer = page(status);
    assert.is(await opened(), 'the kept page');
  }
  kept.delete('/');
  assert.is(await opened(), 'answered with 504', 'where none is kept, what was answered says why');
});

test('a page that the gateway answers is shown, and kept', async () => {
  answer = page(404);
  assert.is(await opened(), 'answered with 404');
  assert.is(kept.get('/'), 'the kept page');
  answer = page(200);
  assert.is(await opened(), 'answered with 200');
  assert.is(kept.get('/'), 'answered with 200');
});

test('a file for which there is no room is read all the same', async () => {
  isFull = true;
  answer = () => new Response('a script');
  const asset = await readAsset(new Request('http://gateway.example/assets/page-1.js'));
  assert.is(await asset.text(), 'a script');
});

test.run();
