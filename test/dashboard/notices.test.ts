import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('notifications of the service worker');

interface PageClient {
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface NoticesModule {
  followNotice: (world: object, notice: object, action: string) => Promise<void>;
}
/** By a name that is not known before, because it is written for a browser, and is checked as such. */
const { href } = new URL('../../src/dashboard/worker/notices.ts', import.meta.url);
const { followNotice } = (await import(href)) as NoticesModule;

/** Tabs of this browser, the one that was used last first. @param phone the one that is its phone. */
function tabs(ids: readonly string[], phone?: string) {
  const told: [id: string, message: unknown][] = [];
  const focused: string[] = [];
  const opened: string[] = [];
  const pages = new Map<PageClient, string>();
  for (const id of ids)
    pages.set(
      {
        focus: () => Promise.resolve(focused.push(id)),
        postMessage: (message) => told.push([id, message]),
      },
      id,
    );
  const world = {
    registration: { showNotification: () => Promise.resolve(), getNotifications: () => Promise.resolve([]) },
    clients: {
      matchAll: () => Promise.resolve([...pages.keys()]),
      openWindow: (path: string) => Promise.resolve(opened.push(path)),
    },
    isPhone: (page: PageClient) => Promise.resolve(pages.get(page) === phone),
  };
  return { world, told, focused, opened };
}

const notice = {
  data: { kind: 'person', call_id: 'call_1', title: 'A person is on the line', text: 'Harbour' },
  close: () => undefined,
};

test('Answer goes to the tab that is the phone, which is brought to the front', async () => {
  const { world, told, focused } = tabs(['used last', 'phone'], 'phone');
  await followNotice(world, notice, 'answer');
  assert.equal(told, [['phone', { answer: 'call_1' }]]);
  assert.equal(focused, ['phone']);
});

test('where no tab is the phone, and for whoever only looks, the tab that was used last is brought to the front', async () => {
  for (const [phone, action, message] of [
    [undefined, 'answer', { answer: 'call_1' }],
    ['phone', '', { show: 'call_1' }],
  ] as const) {
    const { world, told, focused } = tabs(['used last', 'phone'], phone);
    await followNotice(world, notice, action);
    assert.equal(told, [['used last', message]]);
    assert.equal(focused, ['used last']);
  }
});

test('without a page one is opened, which answers', async () => {
  const { world, opened } = tabs([]);
  await followNotice(world, notice, 'answer');
  assert.equal(opened, ['/?answer=call_1']);
});

test.run();
