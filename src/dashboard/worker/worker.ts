/**
 * The service worker: caches the pages' shell, so that an installed Holdfast opens without a network and says so; it
 * never caches responses of the API. It also shows the gateway's push messages while no page is open.
 */
import { keepShell, openPage, readAsset } from './kept-files.ts';
import {
  followNotice,
  type NoticeWorld,
  type PageClient,
  type ShownNotice,
  showNote,
  subscribeAnew,
} from './notices.ts';

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
interface Worker extends Omit<NoticeWorld, 'isPhone'> {
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
const world: NoticeWorld = { registration: worker.registration, clients: worker.clients, isPhone };

/** A page that is awake answers in a few milliseconds; whoever pressed *Answer* does not wait for another. */
const askedMs = 500;

function isPhone(page: PageClient): Promise<boolean> {
  const { port1: ear, port2: mouth } = new MessageChannel();
  page.postMessage({ asks: 'isPhone' }, [mouth]);
  return new Promise((resolve) => {
    ear.onmessage = ({ data }) => resolve(data === true);
    setTimeout(resolve, askedMs, false);
  });
}

const notPages = /^\/(api|auth|mcp|ws|health|provision)(\/|$)/;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || notPages.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request, (work) => event.waitUntil(work)));
  else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request));
});

worker.addEventListener('push', (event) => {
  if (event.data !== null)
    event.waitUntil(showNote(world, event.data.json() as Parameters<typeof showNote>[1]));
});
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(followNotice(world, event.notification, event.action)),
);
worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(subscribeAnew(worker.registration.pushManager)),
);
