/**
 * The service worker: caches the pages' shell, so that an installed Holdfast opens without a network and says so; it
 * never caches responses of the API. It also shows the gateway's push messages while no page is open.
 */
import { followNotice, type NoticeWorld, type ShownNotice, showNote, subscribeAnew } from './notices.ts';

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
  readonly notification: ShownNotice;
  readonly action: string;
}
interface Worker extends NoticeWorld {
  readonly location: Location;
  readonly clients: NoticeWorld['clients'] & { claim(): Promise<void> };
  readonly registration: NoticeWorld['registration'] & { readonly pushManager: PushManager };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', listen: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listen: (event: NotificationEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listen: (event: ExtendableEvent) => void): void;
}
const worker = self as unknown as Worker;

const cacheName = 'holdfast-shell';
/** The files of a few builds; older ones are removed. */
const maxFiles = 80;
const notPages = /^\/(api|auth|mcp|ws|health|provision)(\/|$)/;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then(async (cache) => keepPage(cache, await fetch('/')))
      .then(() => worker.skipWaiting()),
  );
});
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || notPages.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request));
});

worker.addEventListener('push', (event) => {
  if (event.data !== null)
    event.waitUntil(showNote(worker, event.data.json() as Parameters<typeof showNote>[1]));
});
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(followNotice(worker, event.notification, event.action)),
);
worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(subscribeAnew(worker.registration.pushManager)),
);

/** The newest page; without a network, the cached one. */
async function openPage(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(event.request);
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html') === true)
      event.waitUntil(keepPage(cache, answer.clone()).catch(() => undefined)); // the one before stays
    return answer;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Only together with the files that it begins with: without them it would be blank. @throws if one is not there. */
async function keepPage(cache: Cache, answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`the page was answered with ${answer.status}`);
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  const missing = await Promise.all(
    [...new Set(named)].map(async (path) => ((await cache.match(path)) === undefined ? [path] : [])),
  );
  await cache.addAll(missing.flat());
  await cache.put('/', answer);
}

/** A hashed name always means the same bytes. */
async function readAsset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const names = await cache.keys();
    await Promise.all(names.slice(1, Math.max(1, names.length - maxFiles)).map((name) => cache.delete(name)));
  }
  return answer;
}
