import { LRUCache } from 'lru-cache';
import { AppError } from '../domain/errors.ts';
import type { NewEvent } from '../domain/events.ts';
import type { Flow, FlowRun, Step } from '../domain/flow.ts';
import type { FlowStore } from '../flows/store.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { Flow as FlowRow, Prisma, PrismaClient } from './client/client.ts';
import { isDuplicate, isMissing } from './database/failures.ts';
import type { StoredJournal } from './journal/journal.ts';
import { openSteps, sealSteps } from './sealed-steps.ts';

/** More flows than calls follow at the same time. */
const maxFound = 200;

export class StoredFlows implements FlowStore {
  readonly #prisma: PrismaClient;
  readonly #sealer: Sealer;
  readonly #journal: Pick<StoredJournal, 'storeFlow'>;
  /** Cached until the next write. No other process writes them (wiring/process/instance-lock.ts). */
  readonly #found = new LRUCache<string, Promise<Flow | undefined>>({ max: maxFound });

  constructor(prisma: PrismaClient, sealer: Sealer, journal: Pick<StoredJournal, 'storeFlow'>) {
    this.#prisma = prisma;
    this.#sealer = sealer;
    this.#journal = journal;
  }

  async list(): Promise<Flow[]> {
    const rows = await this.#prisma.flow.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
    return rows.map((row) => this.#fromRow(row));
  }

  async get(flowId: string): Promise<Flow | undefined> {
    const row = await this.#prisma.flow.findUnique({ where: { id: flowId } });
    return row === null ? undefined : this.#fromRow(row);
  }

  find(flowId: string): Promise<Flow | undefined> {
    const found = this.#found.get(flowId);
    if (found !== undefined) return found;
    const finding = this.get(flowId);
    const forget = (): void => {
      if (this.#found.get(flowId) === finding) this.#found.delete(flowId);
    };
    this.#found.set(flowId, finding);
    finding.then((flow) => flow === undefined && forget(), forget);
    return finding;
  }

  async listForNumber(phoneNumber: string): Promise<Flow[]> {
    const rows = await this.#prisma.flow.findMany({ where: { phoneNumber }, orderBy: { createdAt: 'asc' } });
    return rows.map((row) => this.#fromRow(row));
  }

  async insert(flow: Flow, event?: NewEvent): Promise<void> {
    const { successCount, failCount } = flow;
    const create = { data: { ...this.#toRow(flow), successCount, failCount } };
    try {
      if (event === undefined) await this.#prisma.flow.create(create);
      else await this.#journal.storeFlow({ create }, event);
    } catch (error) {
      if (isDuplicate(error))
        throw new AppError('conflict', `a call flow with the id "${flow.id}" already exists`, {
          cause: error,
        });
      throw error;
    }
  }

  async replace(flow: Flow, version: number, event?: NewEvent): Promise<boolean> {
    const update = { where: { id: flow.id, version }, data: this.#toRow(flow) };
    try {
      if (event === undefined) await this.#prisma.flow.update(update);
      else await this.#journal.storeFlow({ update }, event);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    } finally {
      this.#found.delete(flow.id);
    }
  }

  async lastRuns(flowIds: readonly string[]): Promise<Map<string, number>> {
    const groups = await this.#prisma.call.groupBy({
      by: ['flowId'],
      where: { flowId: { in: [...flowIds] }, flowStep: { not: null } },
      _max: { startedAt: true },
    });
    return new Map(
      groups.flatMap(({ flowId, _max }) =>
        flowId === null || _max.startedAt === null ? [] : [[flowId, _max.startedAt.getTime()] as const],
      ),
    );
  }

  async runs(flowId: string, limit: number, nowMs: number): Promise<FlowRun[]> {
    const calls = await this.#prisma.call.findMany({
      where: { flowId, flowStep: { not: null } },
      select: { id: true, startedAt: true, connectedAt: true, endedAt: true, flowStep: true },
      orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    });
    const changes = await this.#prisma.event.findMany({
      where: { callId: { in: calls.map(({ id }) => id) }, type: 'call_status' },
      select: { callId: true, at: true, data: true },
      orderBy: { id: 'asc' },
    });
    return calls.map(({ id, startedAt, connectedAt, endedAt, flowStep }) => {
      const isOver = endedAt !== null;
      return {
        callId: id,
        startedAtMs: startedAt.getTime(),
        succeeded: connectedAt !== null ? true : isOver ? false : null,
        stoppedAt: connectedAt === null && isOver ? flowStep : null,
        menuSeconds: secondsInMenu(
          changes.filter(({ callId }) => callId === id),
          endedAt?.getTime() ?? nowMs,
        ),
      };
    });
  }

  async remove(flowId: string, version: number): Promise<boolean> {
    const writing = this.#prisma.flow.deleteMany({ where: { id: flowId, version } });
    const { count } = await writing.finally(() => this.#found.delete(flowId));
    return count === 1;
  }

  #toRow(flow: Flow): Omit<Prisma.FlowCreateInput, 'successCount' | 'failCount'> {
    return {
      id: flow.id,
      name: flow.name,
      company: flow.company,
      phoneNumber: flow.phoneNumber,
      description: flow.description,
      tags: flow.tags,
      steps: sealSteps(flow.id, flow.steps, this.#sealer) as unknown as Prisma.InputJsonArray,
      version: flow.version,
      createdAt: new Date(flow.createdAtMs),
      updatedAt: new Date(flow.updatedAtMs),
    };
  }

  #fromRow(row: FlowRow): Flow {
    return {
      id: row.id,
      name: row.name,
      company: row.company,
      phoneNumber: row.phoneNumber,
      description: row.description,
      tags: row.tags as string[],
      steps: openSteps(row.id, row.steps as unknown as Step[], this.#sealer),
      version: row.version,
      successCount: row.successCount,
      failCount: row.failCount,
      createdAtMs: row.createdAt.getTime(),
      updatedAtMs: row.updatedAt.getTime(),
    };
  }
}

/** @param changes a call's status changes, in order. @returns null when the events of the call were removed. */
function secondsInMenu(changes: readonly { at: Date; data: string }[], untilMs: number): number | null {
  if (changes.length === 0) return null;
  let ms = 0;
  changes.forEach(({ at, data }, index) => {
    if ((JSON.parse(data) as { to: string }).to !== 'navigating') return;
    ms += (changes[index + 1]?.at.getTime() ?? untilMs) - at.getTime();
  });
  return Math.max(0, ms) / 1000;
}
