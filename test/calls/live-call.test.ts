import { EventEmitter, once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { perform } from '../../src/calls/activities/perform.ts';
import type { CallSurroundings } from '../../src/calls/live-call.ts';
import { LiveCall } from '../../src/calls/live-call.ts';
import type { JournalEntry } from '../../src/calls/store.ts';
import type { Bridge, Leg, LegEvent, LegRole, LegState, Telephony } from '../../src/calls/telephony.ts';
import type { CallDetector } from '../../src/detect/types.ts';
import { beginCall } from '../../src/domain/call.ts';
import type { DeviceWithState } from '../../src/domain/device.ts';
import { AppError } from '../../src/domain/errors.ts';

const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const kitchen: DeviceWithState = {
  id: 'dev_kitchen',
  name: 'kitchen',
  type: 'sip_phone',
  sipUri: 'sip:kitchen@holdfast.lan',
  priority: 1,
  capabilities: [],
  createdAtMs: 0,
  updatedAtMs: 0,
  isOnline: true,
};

const deafDetector = {
  seconds: 0,
  decision: { state: 'person', since: 0, confidence: 1, reason: '' },
  observation: undefined,
  push: () => [],
  setPhase: () => {},
  hearWords: () => {},
  rejectPerson: () => {},
  learned: () => [],
} satisfies CallDetector;

/** A leg whose events the test tells. */
class ScriptedLeg implements Leg {
  readonly id: string;
  readonly role: LegRole;
  state: LegState;
  readonly callId = 'call_1';
  readonly hasEarlyMedia = false;
  readonly outcome = undefined;
  readonly #listeners = new Set<(event: LegEvent) => void>();

  constructor(id: string, role: LegRole, state: LegState) {
    this.id = id;
    this.role = role;
    this.state = state;
  }

  subscribe(listener: (event: LegEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  answer(): void {
    this.state = 'up';
    this.#tell({ kind: 'ringing' });
    this.#tell({ kind: 'answered' });
  }
  async hangUp(): Promise<void> {
    if (this.state === 'gone') return;
    this.state = 'gone';
    this.#tell({ kind: 'gone', outcome: { kind: 'hangup', detail: '' } });
  }
  async sendDtmf(): Promise<void> {}
  async sendSilence(): Promise<void> {}
  async play(): Promise<void> {}
  #tell(event: LegEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** A call that heard a person and rings the kitchen; every bridge is made, or fails to be, when the test says so. */
function ringKitchen() {
  const far = new ScriptedLeg('far', 'far', 'up');
  const rung: ScriptedLeg[] = [];
  const asked: { resolve(bridge: Bridge): void; reject(error: Error): void }[] = [];
  const asking = new EventEmitter();
  const bridged: string[] = [];
  const destroyed: string[] = [];
  const entries: JournalEntry[] = [];
  const telephony: Partial<Telephony> = {
    dialDevice: async () => {
      const leg = new ScriptedLeg(`device${rung.length}`, 'device', 'dialling');
      rung.push(leg);
      return leg;
    },
    createBridge: () =>
      new Promise((resolve, reject) => {
        asked.push({ resolve, reject });
        asking.emit('bridge');
      }),
    listen: async () => ({ stop: async () => {} }),
  };
  const bridge: Bridge = {
    id: 'talk',
    add: async (leg) => void bridged.push(leg.id),
    remove: async () => {},
    destroy: async () => void destroyed.push('talk'),
  };
  const surroundings = {
    telephony,
    journal: { record: async (entry: JournalEntry) => void entries.push(entry) },
    memory: { learn: async () => {} },
    devices: async () => [kitchen],
    permitAddress: async () => {},
    settings: { answerSeconds: 60, deviceRingSeconds: 25, maxCallSeconds: 60, greeting: 'sound:hello' },
    log: silentLog,
  } as unknown as CallSurroundings;
  const accepted = beginCall({
    id: 'call_1',
    number: '+12025550100',
    mode: 'hold_slayer',
    startedAtMs: Date.now(),
    status: 'human_detected',
  });
  const call = new LiveCall(accepted, deafDetector, surroundings);
  call.attachFar(far);
  const over = call.run({ do: 'ring', target: null }, perform);
  const types = (): string[] => entries.flatMap(({ events }) => events.map(({ type }) => type));
  return { call, over, telephony, rung, asked, asking, bridge, bridged, destroyed, types };
}

/** Lets everything run that waits for nothing from outside. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function status(call: LiveCall, wanted: string): Promise<void> {
  if (call.ledger.status === wanted) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = call.ledger.onStatus(({ status: now }) => {
      if (now !== wanted) return;
      stop();
      resolve();
    });
  });
}

test('a phone that answers before the bridge is made is put into that bridge, and rung once', async () => {
  const { call, over, rung, asked, bridge, bridged, destroyed, types } = ringKitchen();
  await settle();
  rung[0]?.answer();
  await settle();
  assert.is(asked.length, 1, 'one bridge is asked for, not another beside it');
  asked[0]?.resolve(bridge);
  await status(call, 'connected');
  assert.equal(bridged.sort(), ['device0', 'far']);
  assert.is(rung.length, 1);
  assert.is(types().filter((type) => type === 'device_ringing').length, 1);
  call.end('hangup_api');
  await over;
  assert.equal(destroyed, ['talk']);
});

test('an owner who answered is connected at the second try when the first bridge fails, not rung again', async () => {
  const { call, over, rung, asked, asking, bridge, bridged } = ringKitchen();
  await settle();
  rung[0]?.answer();
  await settle();
  const second = once(asking, 'bridge');
  asked[0]?.reject(new AppError('unavailable', 'Asterisk did not answer'));
  await second;
  asked[1]?.resolve(bridge);
  await status(call, 'connected');
  assert.equal(bridged.sort(), ['device0', 'far']);
  assert.is(rung.length, 1);
  call.end('hangup_api');
  await over;
});

test('a bridge that is still being made when the call ends is not left over', async () => {
  const { call, over, asked, bridge, destroyed } = ringKitchen();
  await settle();
  call.end('hangup_api');
  asked[0]?.resolve(bridge);
  await over;
  assert.ok(destroyed.length > 0);
});

test('a far end that could not be heard at once is listened to at the next try', async () => {
  const { call, over, telephony } = ringKitchen();
  const listened = new EventEmitter();
  let tries = 0;
  telephony.listen = async () => {
    tries += 1;
    if (tries === 1) throw new AppError('unavailable', 'the media socket did not open');
    listened.emit('open');
    return { stop: async () => void listened.emit('stop') };
  };
  const far = call.far as Leg;
  const open = once(listened, 'open');
  const both = [
    call.hearing.open(telephony as Telephony, far),
    call.hearing.open(telephony as Telephony, far),
  ];
  await open;
  await Promise.all(both);
  assert.is(tries, 2, 'one try at a time, whoever asks');
  const stopped = once(listened, 'stop');
  call.end('hangup_api');
  await stopped;
  void over;
});

test.run();
