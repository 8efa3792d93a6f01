import type { Call } from '../domain/call.ts';
import { isFinal } from '../domain/call-status.ts';
import { DatabaseAway, findAppError } from '../domain/errors.ts';
import type { DeviceWithState } from '../domain/device.ts';
import type { StoredEvent } from '../domain/events.ts';
import type { Flow } from '../domain/flow.ts';
import type { FlowLookup } from '../flows/desk.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallPage, CallQuery, CallSnapshot } from './desk.ts';
import { devicesThatWillRing } from './ring-order.ts';
import type { CallStore, Journal } from './store.ts';
import type { CallTape } from './tape.ts';

/** How long an answer waits for the store to catch up with memory. */
const storeSeconds = 0.5;
/** Events that arrive during a reading cause another, up to this many. */
const mostReadings = 4;

export interface SnapshotNeeds {
  store: Pick<CallStore, 'page' | 'segments' | 'strips'>;
  journal: Pick<Journal, 'newestId' | 'subscribe' | 'faulty'>;
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
    // Events without a call are about devices. A hundred other calls make news every few milliseconds.
    const isNews = (event: StoredEvent): boolean => event.callId === callId || event.callId === '';
    const ledgers = ledger === undefined ? [] : [ledger];
    const { value, eventId } = await this.#consistently(ledgers, isNews, async () => {
      const call = await this.#source.get(callId);
      const { store, tape } = this.#needs;
      const [segments, devices, flow, recording] = await Promise.all([
        ledger?.heard ?? store.segments(callId),
        this.#needs.devices(),
        call.flowId === null ? undefined : this.#flowOf(call.flowId, ledger !== undefined),
        // A recording is kept once its call is over.
        call.services.recording && isFinal(call.status) ? tape.keptOf(callId) : undefined,
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
        willRing: isFinal(call.status) ? [] : devicesThatWillRing(call, devices, flow),
      };
    });
    return { ...value, eventId };
  }

  async list(query: CallQuery): Promise<CallPage> {
    const isNews = (): boolean => true;
    const { value, eventId } = await this.#consistently(this.#source.ledgers(), isNews, async () => {
      const page = await this.#needs.store.page(query);
      const callIds = page.calls.map(({ id }) => id);
      const [heard, devices, recorded] = await Promise.all([
        this.#needs.store.strips(callIds),
        this.#needs.devices(),
        this.#needs.tape.recorded(callIds),
      ]);
      const calls = page.calls.map((stored) => {
        const call = this.#source.ledger(stored.id)?.call ?? stored;
        const isRecorded = recorded.has(call.id);
        return { call, deviceName: nameOf(call, devices), heard: heard.get(call.id) ?? [], isRecorded };
      });
      return { ...page, calls };
    });
    return { ...value, eventId };
  }

  /** A call that is or was just under way is shown without its flow while that cannot be read: its owner takes or ends it. */
  async #flowOf(flowId: string, isLive: boolean): Promise<Flow | undefined> {
    try {
      return await this.#needs.flows.find(flowId);
    } catch (error) {
      if (isLive && findAppError(error) instanceof DatabaseAway) return undefined;
      throw error;
    }
  }

  /** What was recorded is stored, or the database has had its time. */
  async #settled(ledgers: readonly CallLedger[]): Promise<void> {
    if (ledgers.every(({ isStored }) => isStored) || this.#needs.journal.faulty !== undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, storeSeconds * 1000).unref()));
    await Promise.race([Promise.all(ledgers.map((ledger) => ledger.stored)), late]);
    clearTimeout(timer);
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
      if (isQuiet || journal.faulty !== undefined || reading === mostReadings) return { value, eventId };
    }
  }
}

function nameOf(call: Call, devices: readonly DeviceWithState[]): string | null {
  return call.deviceName ?? devices.find(({ id }) => id === call.deviceId)?.name ?? null;
}
