import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { StoredEvent } from '../../src/domain/events.ts';
import { newId } from '../../src/domain/ids.ts';
import { ownerToken, type Rig, withRig } from '../../test/http/rig.ts';
import type { Bench, Stage } from '../bench.ts';
import { percent, type Report, timesRow } from '../report.ts';
import { quantile } from '../statistics.ts';
import type { Received } from './event-clients.ts';

const clients = 200;
const eventsPerSecond = 1_000;
const seconds = 12;
/** One in this many events is timed at every client. */
const markEvery = 20;
const limitMs = 20;
const drainMs = 1_000;

const nowMs = (): number => performance.timeOrigin + performance.now();

/** Measures the real journal, store and event stream in this process; the clients run in another. */
export const eventStream: Bench = {
  name: 'event-stream',
  title: `Event stream: ${clients} clients, ${eventsPerSecond} events a second`,
  async run(stage) {
    let report: Report | undefined;
    let publish: (event: StoredEvent) => void = () => undefined;
    const never = (): Promise<never> => Promise.reject(new Error('not part of this benchmark'));
    const journal = {
      subscribe: (listener: (event: StoredEvent) => void) => {
        publish = listener;
        return () => undefined;
      },
      read: never,
      readBefore: never,
      record: never,
      range: never,
    };
    await withRig(
      async (rig) => {
        report = await measure(rig, (event) => publish(event), stage);
      },
      { journal },
    );
    if (report === undefined) throw new Error('nothing was measured');
    return report;
  },
};

async function measure(rig: Rig, publish: (event: StoredEvent) => void, stage: Stage): Promise<Report> {
  const readers = await openClients(rig.port, stage);
  const recordedAtMs: number[] = [];
  const publishedAtMs: number[] = [];
  rig.store.journal.subscribe((event) => {
    if (event.type !== 'hold_resumed') return;
    const [, mark] = /^mark (\d+)$/.exec(event.data.reason) ?? [];
    if (mark !== undefined) publishedAtMs[Number(mark)] = nowMs();
    publish(event);
  });

  stage.progress(`${seconds} s of events`);
  const cpuBefore = process.cpuUsage();
  const sent = await recordSteadily(rig, recordedAtMs);
  const cpu = process.cpuUsage(cpuBefore);
  await wait(drainMs);
  readers.send('report');
  const [received] = (await once(readers, 'message')) as [Received];

  const since = (from: readonly number[]): number[] =>
    received.marks.map(([mark, atMs]) => atMs - (from[mark] ?? NaN));
  const published = publishedAtMs.flatMap((atMs, mark) => [atMs - (recordedAtMs[mark] ?? NaN)]);
  const toSocket = since(publishedAtMs);
  return {
    goals: [
      {
        what: 'Published → read by the client, 99th percentile',
        measured: quantile(toSocket, 0.99),
        limit: limitMs,
        unit: 'ms',
      },
    ],
    tables: [
      {
        columns: ['', 'samples', 'median', 'p99', 'highest'],
        rows: [
          timesRow('published → read by the client', toSocket),
          timesRow('recorded → stored and published', published),
          timesRow('recorded → read by the client', since(recordedAtMs)),
        ],
      },
    ],
    notes: [
      `${sent} events in ${seconds} s to ${clients} clients: ${received.messages} of ${sent * clients} messages arrived. The server's process, which also made the events, used ${percent((cpu.user + cpu.system) / 1e6 / seconds, 0)} of a core.`,
    ],
  };
}

async function openClients(port: number, stage: Stage): Promise<ChildProcess> {
  const child = fork(
    path.join(import.meta.dirname, 'event-clients.ts'),
    [String(port), String(clients), ownerToken],
    { cwd: path.resolve(import.meta.dirname, '../..'), execArgv: ['--import', 'tsx'] },
  );
  stage.atEnd(() => Promise.resolve(child.kill('SIGKILL')));
  await once(child, 'message');
  return child;
}

/** Records like calls do: entries with one event each. @returns how many. */
async function recordSteadily(rig: Rig, recordedAtMs: number[]): Promise<number> {
  const callId = newId('call');
  const beganAtMs = nowMs();
  const entries: Promise<void>[] = [];
  for (let n = 0; n < seconds * eventsPerSecond;) {
    const due = Math.min(seconds * eventsPerSecond, ((nowMs() - beganAtMs) / 1_000) * eventsPerSecond);
    for (; n < due; n++) {
      const isMarked = n % markEvery === 0;
      if (isMarked) recordedAtMs[n / markEvery] = nowMs();
      // Of a kind that somebody may wait for: changes of what is heard are gathered for longer.
      const data = { reason: isMarked ? `mark ${n / markEvery}` : 'the person turned out to be a recording' };
      entries.push(
        rig.store.journal.record({ events: [{ type: 'hold_resumed', callId, atMs: Date.now(), data }] }),
      );
    }
    await wait(1);
  }
  await Promise.all(entries);
  return entries.length;
}
