import type { Call } from '../domain/call.ts';
import { isFinal } from '../domain/call-status.ts';
import { DatabaseAway, findAppError } from '../domain/errors.ts';
import type { DeviceWithState } from '../domain/device.ts';
import type { StoredEvent } from '../domain/events.ts';
import type { FlowLookup } from '../flows/desk.ts';
import { settlesWithin } from '../async/settles-within.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallPage, CallSnapshot } from './desk.ts';
import { devicesThatWillRing, ringChoice } from './legs/ring-order.ts';
import type { CallQuery, CallStore, Journal } from './store.ts';
import type { CallTape } from './tape.ts';

/** How long a response waits for the store to catch up with memory. */
const storeSeconds = 0.5;
/** Events that arrive during a reading cause another, up to this many. */
const maxReadings = 4;

export interface SnapshotNeeds {
  store: Pick<CallStore, 'page' | 'segments' | 'strips'>;
  journal: Pick<Journal, 'newestId' | 'subscribe' | 'faulty' | 'hurry'>;
  flows: Pick<FlowLookup, 'find'>;
  tape: Pick<CallTape, 'keptOf' | 'recorded'>;
  devices(): Promise<DeviceWithState[]>;
}

/** Where a call is found: in memory while it is under way, else in the store. */
export interface CallSource {
  ledger(callId: string): CallLedger | undefined;
  ledgers(): readonly CallLedger[];
  get(callId: string): Promise<Call>;
}

/** Calls with what they refer to, and with the newest event that is part of that. */
export class Snapshots {
  readonly #needs: SnapshotNeeds;
  readonly #source: CallSource;

  constructor(needs: SnapshotNeeds, source: CallSource) {
    this.#needs = needs;
    this.#source = source;
  }

  async of(callId: string): Promise<CallSnapshot> {
    const ledger = this.#source.ledger(callId);
    // Events without a call are about devices. With a hundred other calls, one arrives every few milliseconds.
    const isNews = (event: StoredEvent): boolean => event.callId === callId || event.callId === '';
    const ledgers = ledger === undefined ? [] : [ledger];
    const { value, eventId } = await this.#consistently(ledgers, isNews, async () => {
      const call = await this.#source.get(callId);
      const { flows, store, tape } = this.#needs;
      const isLive = ledger !== undefined;
      const [segments = [], devices, flow, recording] = await Promise.all([
        ledger?.heard ?? this.#unlessAway(isLive, store.segments(callId)),
        this.#needs.devices(),
        call.flowId === null ? undefined : this.#unlessAway(isLive, flows.find(call.flowId)),
        // A recording is available only once its call is over.
        call.services.recording && isFinal(call.status)
          ? this.#unlessAway(isLive, tape.keptOf(callId))
          : undefined,
      ]);
      const index = flow?.steps.findIndex((step) => step.id === call.flowStep) ?? -1;
      return {
        call,
        segments,
        recording: recording ?? null,
        deviceName: nameOf(call, devices),
        flow:
          flow === undefined
            ? null
            : {
                id: flow.id,
                name: flow.name,
                step: call.flowStep,
                index: index < 0 ? null : index + 1,
                count: flow.steps.length,
              },
        willRing: isFinal(call.status)
          ? []
          : devicesThatWillRing(ringChoice(call, flow, devices), devices, call.mode),
      };
    });
    return { ...value, eventId };
  }

  async list(query: CallQuery): Promise<CallPage> {
    const isNews = (): boolean => true;
    const { value, eventId } = await this.#consistently(this.#source.ledgers(), isNews, async () => {
      const page = await this.#page(query);
      const ids = page.calls.map(({ id }) => id);
      const unheard = ids.filter((id) => (this.#source.ledger(id)?.heard ?? null) === null);
      const over = ids.filter((id) => this.#source.ledger(id)?.isOver !== false);
      const { store, tape } = this.#needs;
      const [strips, devices, recorded] = await Promise.all([
        unheard.length === 0 ? undefined : store.strips(unheard),
        this.#needs.devices(),
        over.length === 0 ? undefined : tape.recorded(over),
      ]);
      const calls = page.calls.map((stored) => {
        const { call = stored, heard = null } = this.#source.ledger(stored.id) ?? {};
        return {
          call,
          deviceName: nameOf(call, devices),
          heard: heard ?? strips?.get(call.id) ?? [],
          isRecorded: recorded?.has(call.id) ?? false,
        };
      });
      return { ...page, calls };
    });
    return { ...value, eventId };
  }

  /** While the database is away no call can begin, and all calls under way are known. */
  async #page(query: CallQuery): ReturnType<CallStore['page']> {
    try {
      return await this.#needs.store.page(query);
    } catch (error) {
      const isAway = findAppError(error) instanceof DatabaseAway;
      if (!isAway || !isFirstOfActive(query)) throw error;
      const isActive = ({ isOver, status }: CallLedger): boolean => !isOver && status !== 'scheduled';
      const active = this.#source.ledgers().filter(isActive);
      const calls = active.map(({ call }) => call).sort((one, other) => other.startedAtMs - one.startedAtMs);
      return { calls: calls.slice(0, query.limit), total: calls.length, nextCursor: null };
    }
  }

  /** A call that is or was just under way is shown without what cannot be read now, so that its owner can take or end it. */
  async #unlessAway<T>(isLive: boolean, reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      if (isLive && findAppError(error) instanceof DatabaseAway) return undefined;
      throw error;
    }
  }

  /** What was recorded is stored, or the database has had its time. */
  async #settled(ledgers: readonly CallLedger[]): Promise<void> {
    if (ledgers.every(({ isStored }) => isStored) || this.#needs.journal.faulty !== undefined) return;
    this.#needs.journal.hurry();
    await settlesWithin(Promise.all(ledgers.map((ledger) => ledger.stored)), storeSeconds * 1000);
  }

  /**
   * Reads until no relevant event arrived in the meantime. In a storm of events, or while the database is away, the last reading counts:
   * it may include more than its event id says, never less.
   */
  async #consistently<T>(
    ledgers: readonly CallLedger[],
    isNews: (event: StoredEvent) => boolean,
    read: () => Promise<T>,
  ): Promise<{ value: T; eventId: number }> {
    const { journal } = this.#needs;
    for (let reading = 1; ; reading++) {
      await this.#settled(ledgers);
      const eventId = journal.newestId;
      let isOld = false;
      const leave = journal.subscribe((event) => (isOld ||= isNews(event)));
      const value = await read().finally(leave);
      const isQuiet = !isOld && ledgers.every((ledger) => ledger.isStored);
      if (isQuiet || journal.faulty !== undefined || reading === maxReadings) return { value, eventId };
    }
  }
}

/** As the page of the calls under way asks. */
function isFirstOfActive({ state, cursor, search, company, outcome, fromMs, toMs }: CallQuery): boolean {
  const more = [cursor, search, company, outcome, fromMs, toMs];
  return state === 'active' && more.every((value) => value === undefined);
}

function nameOf(call: Call, devices: readonly DeviceWithState[]): string | null {
  return call.deviceName ?? devices.find(({ id }) => id === call.deviceId)?.name ?? null;
}
