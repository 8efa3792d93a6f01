import { InTurn } from '../async/in-turn.ts';
import type { CallStore, Journal } from '../calls/store.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { StoredEvent } from '../domain/events.ts';
import { newId } from '../domain/ids.ts';
import type { Log } from '../log/log.ts';
import { readEndpoint } from './endpoint.ts';
import { type PushQueueNeeds, PushQueue } from './push-queue.ts';
import { isNoted, type NotedEvent, noteOf, type PushNote, wakeNote } from './note.ts';
import { requireKeys } from './push-message.ts';
import type { PushAddress, PushStore, PushSubscription } from './store.ts';
import type { Vapid } from './vapid.ts';

export interface PusherNeeds extends Pick<PushQueueNeeds, 'send' | 'log' | 'ttlSeconds'> {
  store: PushStore;
  journal: Pick<Journal, 'subscribe'>;
  calls: Pick<CallStore, 'get'>;
  /** The credential of the device's browser; undefined for any other device. */
  credentialOf(deviceId: string): Promise<string | undefined>;
  openVapid(): Promise<Vapid>;
  allowsPrivateServices: boolean;
  nowMs?: () => number;
  steadyMs?: () => number;
  retryMs?: readonly number[];
}

export interface ShownSubscription extends PushSubscription {
  /** The failure of the last message, if any. */
  fault: string | undefined;
}

type FollowedEvent = NotedEvent | Extract<StoredEvent, { type: 'device_waking' }>;

/** Far more browsers than one owner has. */
const maxSubscriptions = 50;
const defaultRetryMs = [1_000, 3_000, 5_000];

/**
 * Notifies the owner's browsers of urgent events even when their page is closed, and wakes one that should ring. It
 * follows the journal, so calls never wait for it; late messages are not sent.
 */
export class Pusher {
  readonly #needs: PusherNeeds;
  readonly #log: Log;
  readonly #nowMs: () => number;
  readonly #queues = new Map<string, PushQueue>();
  /** In turn, so that two tabs that subscribe their browser at once make one subscription, and a session that ends meanwhile keeps none. */
  readonly #changes = new InTurn();
  /** Calls with a notification that may have to be withdrawn. */
  readonly #notifiedCalls = new Set<string>();
  #vapid: Vapid | undefined;
  #why = 'push messages have not begun';
  #unsubscribe: (() => void) | undefined;
  readonly #events = new InTurn();
  #isStopped = false;

  constructor(needs: PusherNeeds) {
    this.#needs = needs;
    this.#log = needs.log;
    this.#nowMs = needs.nowMs ?? Date.now;
  }

  /** Never fails: without a secrets key or a readable database there is no push, and requests for it say why. */
  async start(): Promise<void> {
    try {
      const vapid = await this.#needs.openVapid();
      const subscriptions = await this.#needs.store.list();
      this.#vapid = vapid;
      for (const subscription of subscriptions) this.#open(subscription);
    } catch (error) {
      this.#why = error instanceof AppError ? error.detail : describeError(error);
      this.#log.warn('there are no push messages', { why: this.#why });
      return;
    }
    this.#unsubscribe = this.#needs.journal.subscribe((event) => {
      if (this.#queues.size > 0 && (isNoted(event) || event.type === 'device_waking')) this.#follow(event);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe?.();
    await Promise.all([...this.#queues.values()].map((queue) => queue.stop()));
    await this.#events.settled();
  }

  /** @throws AppError `unavailable` */
  get publicKey(): string {
    return this.#requireVapid().publicKey;
  }

  list(): ShownSubscription[] {
    return [...this.#queues.values()].map((queue) => ({ ...queue.subscription, fault: queue.fault }));
  }

  /** Whether push messages reach the browser of this session or token. */
  reaches(credentialId: string): boolean {
    return this.#queueOf(credentialId) !== undefined;
  }

  /**
   * One subscription per session or token, and per browser. @throws AppError `invalid`, `conflict`, `unavailable`.
   */
  subscribe(credentialId: string, address: PushAddress): Promise<PushSubscription> {
    return this.#changes.run(() => this.#subscribe(credentialId, address));
  }

  async #subscribe(credentialId: string, address: PushAddress): Promise<PushSubscription> {
    this.#requireVapid();
    requireKeys(address);
    const endpoint = readEndpoint(address.endpoint, { allowsPrivate: this.#needs.allowsPrivateServices });
    const replaced = [...this.#queues.values()].filter(
      ({ subscription: each }) => each.credentialId === credentialId || each.endpoint === endpoint,
    );
    if (this.#queues.size - replaced.length >= maxSubscriptions)
      throw new AppError('conflict', `there are ${maxSubscriptions} push subscriptions already`);
    const { p256dh, auth } = address;
    const same = replaced.find(
      ({ subscription: each }) =>
        each.credentialId === credentialId &&
        each.endpoint === endpoint &&
        each.auth === auth &&
        each.p256dh === p256dh,
    );
    if (same !== undefined) return same.subscription;
    const subscription: PushSubscription = {
      id: newId('push'),
      credentialId,
      endpoint,
      p256dh,
      auth,
      createdAtMs: this.#nowMs(),
    };
    await this.#needs.store.put(subscription);
    for (const queue of replaced) this.#drop(queue);
    this.#open(subscription);
    return subscription;
  }

  /** @throws AppError `not_found` */
  remove(subscriptionId: string): Promise<void> {
    return this.#changes.run(async () => {
      // Without push messages, as without a secrets key, stored ones have no queue.
      const wasStored = await this.#needs.store.remove(subscriptionId);
      const queue = this.#queues.get(subscriptionId);
      if (queue !== undefined) this.#drop(queue);
      else if (!wasStored)
        throw new AppError('not_found', `there is no push subscription "${subscriptionId}"`);
    });
  }

  /** Called when a session or token has ended. Never rejects: a subscription that stays stored is removed at the next start. */
  removeOf(credentialId: string): Promise<void> {
    const queue = this.#queueOf(credentialId);
    if (queue !== undefined) this.#drop(queue); // at once, whatever the database does
    return this.#changes.run(async () => {
      const later = this.#queueOf(credentialId);
      for (const each of [queue, later]) if (each !== undefined) await this.#forget(each.subscription);
    });
  }

  async #forget(subscription: PushSubscription): Promise<void> {
    try {
      await this.#retire(subscription);
    } catch (error) {
      this.#log.warn('the push subscription of a browser that signed out was not removed', {
        subscription: subscription.id,
        why: describeError(error),
      });
    }
  }

  /** Removes subscriptions whose session or token has ended without a word to this process. */
  async removeOrphans(findUsable: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const known = this.list();
    if (known.length === 0) return;
    const usable = await findUsable(known.map(({ credentialId }) => credentialId));
    for (const subscription of known)
      if (!usable.has(subscription.credentialId)) await this.#retire(subscription);
  }

  #requireVapid(): Vapid {
    if (this.#vapid === undefined) throw new AppError('unavailable', `there is no push: ${this.#why}`);
    return this.#vapid;
  }

  #queueOf(credentialId: string): PushQueue | undefined {
    return [...this.#queues.values()].find(({ subscription }) => subscription.credentialId === credentialId);
  }

  #open(subscription: PushSubscription): void {
    const { send, log, ttlSeconds, retryMs = defaultRetryMs } = this.#needs;
    const { steadyMs = () => performance.now() } = this.#needs;
    const queue = new PushQueue(subscription, {
      vapid: this.#requireVapid(),
      send,
      log,
      ttlSeconds,
      nowMs: this.#nowMs,
      steadyMs,
      retryMs,
      onGone: async (gone) => {
        this.#log.info('a push subscription has ended', { subscription: gone.id });
        await this.#retire(gone);
      },
    });
    this.#queues.set(subscription.id, queue);
  }

  #drop(queue: PushQueue): void {
    this.#queues.delete(queue.subscription.id);
    void queue.stop();
  }

  async #retire({ id }: PushSubscription): Promise<void> {
    const queue = this.#queues.get(id);
    if (queue !== undefined) this.#drop(queue);
    await this.#needs.store.remove(id);
  }

  #follow(event: FollowedEvent): void {
    void this.#events
      .run(async () => {
        if (!this.#isStopped) await this.#notify(event);
      })
      .catch((error: unknown) => {
        this.#log.warn('an event was not pushed', { event: event.id, why: describeError(error) });
      });
  }

  async #notify(event: FollowedEvent): Promise<void> {
    if (event.callId === '') return;
    const call = await this.#needs.calls.get(event.callId);
    if (call === undefined) return;
    if (event.type === 'device_waking') return this.#wake(event.data.device, wakeNote(call));
    const note = noteOf(event, call);
    // Nothing was sent, so nothing needs withdrawing.
    if (note !== undefined && (note.kind !== 'settled' || this.#notifiedCalls.has(call.id))) {
      // The browser that answered shows the call on its page.
      const own =
        event.type === 'transfer_complete' ? await this.#needs.credentialOf(event.data.device) : undefined;
      for (const queue of this.#queues.values()) if (queue.subscription.credentialId !== own) queue.put(note);
    }
    if (note?.kind === 'person') this.#notifiedCalls.add(call.id);
    if (note?.kind === 'settled' || event.type === 'call_ended' || event.type === 'call_failed')
      this.#notifiedCalls.delete(call.id);
  }

  async #wake(deviceId: string, note: PushNote): Promise<void> {
    const credentialId = await this.#needs.credentialOf(deviceId);
    if (credentialId !== undefined) this.#queueOf(credentialId)?.put(note);
    this.#notifiedCalls.add(note.callId);
  }
}
