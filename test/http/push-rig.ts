import type { Call } from '../../src/domain/call.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { Pusher, type PusherNeeds } from '../../src/push/pusher.ts';
import { openVapid } from '../../src/push/vapid.ts';
import type { Store } from '../../src/store/open.ts';
import { createSender } from '../../src/webhooks/sender.ts';
import { PushReceiver } from '../rig/push-receiver.ts';
import { aCall, memoryLog, withStore } from '../store/fixtures.ts';
import { openGuard } from '../rig/open-guard.ts';

export interface PushRig {
  pusher: Pusher;
  store: Store;
  receiver: PushReceiver;
  log: ReturnType<typeof memoryLog>;
  /** Records events of a call, each with the call as it is then. */
  happen(call: Call, ...events: Pick<NewEvent, 'type' | 'data'>[]): Promise<void>;
  /** What another process finds in the same database. */
  again(changes?: Partial<PusherNeeds>): Promise<Pusher>;
}

export const contact = 'https://holdfast.example';

export async function withPush(
  act: (rig: PushRig) => Promise<void>,
  changes: Partial<PusherNeeds> = {},
  timeoutMs = 20_000,
): Promise<void> {
  await withStore(async (store) => {
    const receiver = await PushReceiver.open();
    const log = memoryLog();
    const opened: Pusher[] = [];
    const again: PushRig['again'] = async (others) => {
      const pusher = new Pusher({
        store: store.push,
        journal: store.journal,
        calls: store.calls,
        credentialOf: async (deviceId) => (deviceId === 'dev_tablet' ? 'sess_tablet' : undefined),
        openVapid: () => openVapid(store.push, contact, log),
        send: createSender({ log, guard: openGuard, timeoutMs, what: 'a push service' }),
        allowsPrivateServices: true,
        ttlSeconds: 30,
        retryMs: [10, 20],
        log,
        ...changes,
        ...others,
      });
      opened.push(pusher);
      await pusher.start();
      return pusher;
    };
    try {
      const pusher = await again();
      const happen: PushRig['happen'] = async (call, ...events) => {
        await store.journal.record({
          call,
          events: events.map((event) => ({ ...event, callId: call.id, atMs: Date.now() }) as NewEvent),
        });
      };
      await act({ pusher, store, receiver, log, happen, again });
    } finally {
      await Promise.all(opened.map((pusher) => pusher.stop()));
      await receiver.stop();
    }
  });
}

export async function begun(store: Store, changes: Partial<Call> = {}): Promise<Call> {
  const call = aCall({ company: 'Harbour Insurance', ...changes });
  await store.calls.insert(call, []);
  return call;
}

export const subscribe = ({ pusher, receiver }: PushRig, credential = 'sess_tablet', path = 'one') => {
  const { endpoint, keys } = receiver.subscription(path);
  return pusher.subscribe(credential, { endpoint, ...keys });
};
export const evidence = { confidence: 0.9, transcript_excerpt: 'this is Dana', reason: 'a voice' };
export const likely = { type: 'person_likely', data: evidence } as const;
export const sure = { type: 'human_detected', data: evidence } as const;
