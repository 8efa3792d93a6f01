/** Shows the gateway's push messages as system notifications while no page is open (src/push/note.ts). */

interface PushedNote {
  kind: 'person' | 'ring' | 'begun' | 'over' | 'settled';
  call_id: string;
  title: string;
  text: string;
}

/** The service worker APIs (W3C Service Workers, Notifications API) missing from the DOM's types. */
export interface NoticeWorld {
  readonly registration: {
    showNotification(title: string, options: NoticeOptions): Promise<void>;
    getNotifications(filter: { tag: string }): Promise<ShownNotice[]>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<PageClient[]>;
    openWindow(path: string): Promise<unknown>;
  };
  /** Asks a page whether it is this browser's phone. One that sleeps answers nothing, and is taken for none. */
  isPhone(page: PageClient): Promise<boolean>;
}
interface NoticeOptions extends NotificationOptions {
  actions?: { action: string; title: string }[];
  renotify?: boolean;
  vibrate?: number[];
  timestamp?: number;
}
export interface ShownNotice {
  readonly data: PushedNote;
  close(): void;
}
export interface PageClient {
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

const answer = 'answer';
const notAPerson = 'not_a_person';

/** One notification per call; a newer one replaces it, and only new content makes a sound. */
export async function showNote(world: NoticeWorld, note: PushedNote): Promise<void> {
  const { kind, call_id: callId, title, text } = note;
  const shown = await world.registration.getNotifications({ tag: callId });
  const isNew = kind !== 'settled' && !shown.some(({ data }) => data.kind === kind);
  const wantsOwner = kind === 'person' || kind === 'ring';
  await world.registration.showNotification(title, {
    body: text,
    tag: callId,
    data: note,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    silent: !isNew,
    requireInteraction: wantsOwner,
    ...(isNew ? { renotify: true, vibrate: wantsOwner ? [300, 120, 300, 120, 300] : [200] } : {}),
    actions: [
      ...(wantsOwner ? [{ action: answer, title: 'Answer' }] : []),
      ...(kind === 'person' ? [{ action: notAPerson, title: 'Not a person' }] : []),
    ],
  });
}

/** *Not a person* needs no page; anything else brings one to the front, and *Answer* makes it answer. */
export async function followNotice(world: NoticeWorld, notice: ShownNotice, action: string): Promise<void> {
  const note = notice.data;
  notice.close();
  if (action === notAPerson) return resumeHold(world, note);
  const wants = action === answer ? { answer: note.call_id } : { show: note.call_id };
  const pages = await world.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Of several tabs only one can answer, which need not be the one that was used last.
  const asked = action === answer && pages.length > 1 ? pages : [];
  const arePhones = await Promise.all(asked.map((each) => world.isPhone(each)));
  const page = pages[arePhones.indexOf(true)] ?? pages[0];
  if (page !== undefined) {
    page.postMessage(wants);
    await page.focus().catch(() => undefined); // some systems do not bring it to the front
    return;
  }
  if (action === answer) await world.clients.openWindow(`/?answer=${encodeURIComponent(note.call_id)}`);
  else await world.clients.openWindow(note.kind === 'over' ? `/calls/${note.call_id}` : '/');
}

async function resumeHold(world: NoticeWorld, note: PushedNote): Promise<void> {
  const why = await fetch(`/api/v1/calls/${encodeURIComponent(note.call_id)}/resume-hold`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ reason: notAPerson }),
  }).then(
    async (answered) => {
      if (answered.ok) return undefined;
      const { detail } = (await answered.json().catch(() => ({}))) as { detail?: string };
      return detail ?? `the gateway answered ${answered.status}`;
    },
    () => 'the gateway was not reached',
  );
  if (why === undefined) return;
  await showNote(world, { ...note, kind: 'over', title: 'Not put back on hold', text: why });
}

/** The push service changed this browser's address: the gateway must learn it. */
export async function subscribeAnew(pushManager: PushManager): Promise<void> {
  const answered = await fetch('/api/v1/push-subscriptions');
  if (!answered.ok) return; // signed out: the page subscribes at the next sign-in
  const { public_key: applicationServerKey } = (await answered.json()) as { public_key: string };
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  await fetch('/api/v1/push-subscriptions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscription),
  });
}
