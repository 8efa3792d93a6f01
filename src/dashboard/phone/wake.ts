import { signal } from '@preact/signals';
import { call } from '../api/client.ts';
import { explain } from '../api/errors.ts';
import { runningWorker, WorkerFault } from '../shell/install.ts';
import { rereadDevices } from '../state/stored/devices.ts';
import { keep, readKept } from '../state/stored/kept.ts';
import { sessionPhase } from '../state/gateway/session.ts';

/** Whether this browser gets push messages while its page is closed (Web Push), and can be woken as a phone. */

export type WakePhase = 'off' | 'working' | 'on' | 'fault';
export const wakePhase = signal<WakePhase>('off');
export const wakeFault = signal('');

const wishKey = 'holdfast-wake';

/** Why it cannot, in plain words; undefined when it can. */
export function wakeObstacle(): string | undefined {
  if (!window.isSecureContext) return 'This page is not on https, so nothing can wake it.';
  if (!('PushManager' in window) || !('Notification' in window)) {
    if (isIosPage()) return 'Install it first: Share, then Add to Home Screen, and open it from there.';
    return 'This browser takes no push messages.';
  }
  if (Notification.permission === 'denied')
    return 'Notifications of this page are blocked. Allow them in the address bar, then try again.';
  return undefined;
}

/** iPhones and iPads have push only for installed pages; an iPad calls itself a Mac. */
function isIosPage(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/**
 * Resubscribes at each start if the owner wants it: the subscription may have ended in the meantime. @returns a
 * function that stops it.
 */
export function followWake(): () => void {
  return sessionPhase.subscribe((phase) => {
    if (phase !== 'signed-in') wakePhase.value = 'off';
    else if (isWished() && wakeObstacle() === undefined && Notification.permission === 'granted')
      void subscribe();
  });
}

/** Asks for permission to show notifications; must be called from a user gesture. */
export async function beWoken(): Promise<void> {
  wakeFault.value = '';
  wakePhase.value = 'working';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') {
    fail(wakeObstacle() ?? 'You did not allow notifications, so nothing can wake this browser.');
    return;
  }
  keepWish(true);
  await subscribe();
}

export async function sleepOn(): Promise<void> {
  keepWish(false);
  try {
    const registration = await runningWorker();
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const { subscriptions } = await call('get', '/api/v1/push-subscriptions');
    for (const { id, is_own: isOwn } of subscriptions)
      if (isOwn)
        await call('delete', '/api/v1/push-subscriptions/{subscription_id}', {
          path: { subscription_id: id },
        });
    wakePhase.value = 'off';
    await rereadDevices();
  } catch (error) {
    fail(tell(error));
  }
}

async function subscribe(): Promise<void> {
  wakePhase.value = 'working';
  try {
    const registration = await runningWorker();
    const { public_key: key } = await call('get', '/api/v1/push-subscriptions');
    const subscription = await subscribedTo(registration.pushManager, key);
    const { endpoint, keys } = subscription.toJSON();
    await call('post', '/api/v1/push-subscriptions', {
      body: {
        endpoint: endpoint ?? '',
        keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      },
    });
    wakePhase.value = 'on';
    await rereadDevices();
  } catch (error) {
    fail(tell(error));
  }
}

/** A subscription with another key, from a gateway that was set up again, is useless. */
async function subscribedTo(manager: PushManager, key: string): Promise<PushSubscription> {
  const kept = await manager.getSubscription();
  if (kept !== null && writeKey(kept.options.applicationServerKey) === key) return kept;
  await kept?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function writeKey(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function tell(error: unknown): string {
  if (error instanceof WorkerFault) return error.message;
  return error instanceof DOMException ? pushFault(error) : explain(error);
}

function pushFault({ name, message }: DOMException): string {
  if (name === 'NotAllowedError') return 'This browser does not allow push messages for this page.';
  if (name === 'AbortError') return 'The push service of this browser cannot be reached.';
  return message;
}

function fail(why: string): void {
  wakeFault.value = why;
  wakePhase.value = 'fault';
}

const isWished = (): boolean => readKept(wishKey) === 'on';
const keepWish = (isOn: boolean): void => keep(wishKey, isOn ? 'on' : undefined);
