import { mock } from 'node:test';
import { CallRegister } from '../../src/calls/call-register.ts';
import type { CallSettings } from '../../src/calls/call-needs.ts';
import type { CallRequest } from '../../src/calls/desk.ts';
import type { Journal } from '../../src/calls/store.ts';
import { TrunkDials } from '../../src/calls/placing/trunk-dials.ts';
import { openPolicy } from '../rig/open-policy.ts';
import type { DetectorEvent, KnownRecording } from '../../src/detect/types.ts';
import { type CallStatus } from '../../src/domain/call-status.ts';
import { DatabaseAway } from '../../src/domain/errors.ts';
import type { DeviceWithState } from '../../src/domain/device.ts';
import type { EventType } from '../../src/domain/events.ts';
import type { Flow, Step } from '../../src/domain/flow.ts';
import type { SpendPolicy } from '../../src/domain/policy.ts';
import type { MenuDecider } from '../../src/calls/hearing/menu-decider.ts';
import type { SentenceEncoder } from '../../src/calls/hearing/menu-meanings.ts';
import type { Speech } from '../../src/calls/speech.ts';
import type { Summariser } from '../../src/calls/words/summariser.ts';
import type { Transcriber } from '../../src/calls/words/transcriber.ts';
import { ScriptedListener, scriptedDevice as device } from '../rig/scripted-desk.ts';
import { noVoice } from '../rig/no-voice.ts';
import { noWords } from '../rig/no-words.ts';
import { noTape } from '../rig/no-tape.ts';
import type { CallTape } from '../../src/calls/tape.ts';
import { type ScriptedLeg, ScriptedTelephony } from '../rig/scripted-telephony.ts';
import { ScriptedStore } from './scripted-store.ts';

export const number = '+12025550100';

export { device };
const beganAtMs = 1_800_000_000_000;

export const kitchen = device('kitchen', 1);

export function flow(steps: Step[]): Flow {
  return {
    id: 'flow_1',
    name: 'Acme',
    company: 'Acme',
    phoneNumber: number,
    description: '',
    tags: [],
    steps,
    version: 1,
    successCount: 0,
    failCount: 0,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
}

export interface DeskRig {
  desk: CallRegister;
  telephony: ScriptedTelephony;
  store: ScriptedStore;
  /** The listeners of the calls, in the order in which they were begun. */
  listeners: ScriptedListener[];
  devices: DeviceWithState[];
  /** A device comes or goes, as Asterisk reports it. */
  turn(deviceId: string, isOnline: boolean): void;
  /** A phone registers from another address. */
  move(deviceId: string): void;
  flows: Flow[];
  /** What cannot be read from the database now. */
  unreadable: Set<'flows' | 'devices' | 'segments'>;
  /** What takes longer to read from the database, and how long. */
  slow: Map<'flows' | 'devices' | 'recordings', Promise<void>>;
  /** What is known of every number. */
  recordings: KnownRecording[];
  /** The warnings and errors in the log so far. */
  logged: string[];
  /** Events of all calls so far. */
  types(): EventType[];
  /** The data of the last event of a type. */
  last(type: EventType): unknown;
  status(callId: string): Promise<CallStatus>;
  /** What the listener of the newest call hears now. */
  hear(...events: DetectorEvent[]): Promise<void>;
  /**
   * The process ends as it stands and another one starts from the store. It finds the named legs in Asterisk.
   * @returns the legs as it finds them.
   */
  restart(
    callId?: string,
    found?: { far?: ScriptedLeg | undefined; device?: ScriptedLeg | undefined },
    /** What happens before the next process starts. */
    away?: () => Promise<void>,
  ): Promise<{ far?: ScriptedLeg; device?: ScriptedLeg }>;
}

/** Runs everything that does not wait for outside events. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
}

/** Passes time on the fake clock, second by second, as timers that are set meanwhile need it. */
export async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 1) {
    mock.timers.tick(Math.min(1, left) * 1000);
    await settle();
  }
}

export const person = {
  kind: 'person',
  at: 1,
  firstWordAt: 0.5,
  confidence: 0.9,
  reason: 'a voice after the music',
  grade: 'likely',
} as const satisfies DetectorEvent;

export interface RigOptions {
  settings?: Partial<CallSettings>;
  policy?: Partial<SpendPolicy>;
  /** Recognises nothing by default. */
  transcriber?: Transcriber;
  /** By default menus are understood by their words alone. */
  sentences?: SentenceEncoder | undefined;
  menuDecider?: MenuDecider | undefined;
  summariser?: Summariser | undefined;
  /** Has no voice by default. */
  speech?: Speech;
  /** Records nothing by default. */
  tape?: CallTape;
}

/** The real register with the real activities; only the network, the store and the ear are scripted, and time stands still. */
export async function withDesk(
  act: (rig: DeskRig) => Promise<void>,
  {
    settings,
    policy,
    transcriber = noWords,
    sentences,
    menuDecider,
    summariser,
    speech = noVoice,
    tape = noTape,
  }: RigOptions = {},
): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: beganAtMs });
  // Both go on together; a test that sets the clock replaces `Date.now` alone.
  const { now } = Date;
  const steady = mock.method(performance, 'now', () => now() - beganAtMs);
  const telephony = new ScriptedTelephony();
  const unreadable: DeskRig['unreadable'] = new Set();
  const slow: DeskRig['slow'] = new Map();
  const read = <T>(what: 'flows' | 'devices' | 'segments', value: T): T => {
    if (unreadable.has(what)) throw new DatabaseAway('the disk fails');
    return value;
  };
  const store = new ScriptedStore();
  store.segments = async () => read('segments', []);
  const recordings: KnownRecording[] = [];
  const logged: string[] = [];
  const log = {
    debug: () => {},
    info: () => {},
    warn: (message: string) => void logged.push(message),
    error: (message: string) => void logged.push(message),
  };
  const listeners: ScriptedListener[] = [];
  const devices = [kitchen];
  const changed = new Set<(deviceId: string, isOnline: boolean) => void>();
  const moved = new Set<(deviceId: string) => void>();
  const flows: Flow[] = [];
  const sounds = new Map<string, Uint8Array>();
  let running = { isDead: false };
  /** A process that was killed writes no more. */
  const open = async (): Promise<CallRegister> => {
    const process = (running = { isDead: false });
    const journal: Journal = {
      subscribe: () => () => undefined,
      read: (since, filter, limit) => store.read(since, filter, limit),
      readBefore: async (before, filter, limit) =>
        (await store.read(0, filter, Infinity)).filter(({ id }) => id < before).slice(-limit),
      get newestId() {
        return store.newestId;
      },
      record: (entry) => (process.isDead ? new Promise(() => undefined) : store.record(entry)),
      range: async () => ({ oldest: 1, newest: store.newestId }),
      faulty: undefined,
      hurry: () => undefined, // it stores everything at once
      flush: async () => undefined,
    };
    const trunk = await TrunkDials.open({
      policy: { ...openPolicy, maxCallsPerHour: 20, ...policy },
      store: { list: async () => [...store.dials.values()].map((dial) => ({ ...dial })) },
      journal,
      maxLegSeconds: 4 * 3600,
      log,
    });
    return new CallRegister({
      store,
      journal,
      memory: {
        async recall() {
          await slow.get('recordings');
          return [...recordings];
        },
        learn: async () => {},
      },
      menuSounds: {
        keep: async ({ id, fingerprint }) => void sounds.set(id, fingerprint),
        find: async (id) => sounds.get(id),
      },
      tape,
      speech,
      transcriber,
      sentences,
      menuDecider,
      summariser,
      flows: {
        async find(id) {
          await slow.get('flows');
          return read('flows', flows).find((one) => one.id === id);
        },
        findForNumber: async (wanted) => flows.find((one) => one.phoneNumber === wanted),
        numbersOfCompany: async (company) =>
          flows.filter((one) => one.company === company).map(({ phoneNumber }) => phoneNumber),
      },
      telephony,
      async devices() {
        await slow.get('devices');
        return read('devices', devices);
      },
      onDeviceChange: (listener) => {
        changed.add(listener);
        return () => changed.delete(listener);
      },
      onDeviceMove: (listener) => {
        moved.add(listener);
        return () => moved.delete(listener);
      },
      trunk,
      permitAddress: async () => {},
      companyOf: async () => undefined,
      createRelay: () => new ScriptedListener(),
      createListener: (options) => {
        const listener = new ScriptedListener(options);
        listeners.push(listener);
        return listener;
      },
      sensitivity: 0.5,
      ringsEarly: true,
      settings: {
        answerSeconds: 60,
        deviceRingSeconds: 20,
        ringStrategy: 'in_order',
        maxCallSeconds: 4 * 3600,
        greeting: 'sound:one-moment-please',
        reassurances: ['sound:one-moment-please'],
        asksBack: true,
        announcement: undefined,
        masksDigits: false,
        exploresMenus: true,
        ...settings,
      },
      log,
    });
  };
  const rig: DeskRig = {
    desk: await open(),
    telephony,
    store,
    listeners,
    devices,
    turn(deviceId, isOnline) {
      for (const listener of [...changed]) listener(deviceId, isOnline);
    },
    move(deviceId) {
      for (const listener of [...moved]) listener(deviceId);
    },
    flows,
    unreadable,
    slow,
    recordings,
    logged,
    types: () => store.entries.flatMap(({ events }) => events.map(({ type }) => type)),
    last: (type) =>
      store.entries.flatMap(({ events }) => events.filter((event) => event.type === type)).at(-1)?.data,
    status: async (callId) => (await rig.desk.get(callId)).status,
    async hear(...events) {
      if (telephony.ears.size === 0) throw new Error('nobody listens');
      listeners.at(-1)?.hear(...events);
      await settle();
    },
    async restart(callId = '', { far, device } = {}, away) {
      await rig.desk.close({ endCalls: false });
      running.isDead = true;
      telephony.ears.clear();
      const found = {
        ...(far === undefined ? {} : { far: far.asFound() }),
        ...(device === undefined ? {} : { device: device.asFound() }),
      };
      telephony.left.set(callId, {
        far: found.far,
        devices:
          found.device === undefined
            ? []
            : [
                {
                  deviceId: found.device.id.replace(/^.*\.dev\./, ''),
                  leg: found.device,
                  isBridged: telephony.bridged.some(({ leg }) => leg === device?.id),
                },
              ],
        bridge: undefined,
      });
      await away?.();
      rig.desk = await open();
      await rig.desk.load();
      await settle();
      return found;
    },
  };
  try {
    await act(rig);
  } finally {
    const ended = rig.desk.close({ endCalls: true });
    await settle();
    mock.timers.tick(60_000);
    await ended;
    await settle(); // processes that were left behind wait for the clock again, which stands still for ever now
    steady.mock.restore();
    mock.timers.reset();
  }
}

export const heldCall = { number, mode: 'hold_slayer' } as const;

/** Places a call that waits in the queue. @returns its id. */
export async function holding(rig: DeskRig, wanted: CallRequest = heldCall): Promise<string> {
  const { call } = await rig.desk.place(wanted);
  await settle();
  rig.telephony.farLegs.at(-1)?.answer();
  await settle();
  return call.id;
}

/** A phone takes the call; the announcement to its owner is still playing. */
export async function answerWhileAnnounced(phone: ScriptedLeg | undefined): Promise<void> {
  if (phone !== undefined) phone.sound = new Promise(() => undefined);
  phone?.answer();
  await settle();
}

/** The orders for digits that the newest far leg was given, over all processes. */
export function digitsSent({ telephony }: DeskRig): string[] {
  return (telephony.farLegs.at(-1)?.asked ?? []).filter((order) => order.startsWith('dtmf'));
}
