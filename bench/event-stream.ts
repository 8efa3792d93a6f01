/**
 * How long an event takes from its publication to the socket of a client: 200 clients, 1,000 events a second.
 * `node --import tsx bench/event-stream.ts [clients] [events a second] [seconds]`
 *
 * The clients live in a process of their own and read bare TCP: parsing 200,000 frames a second there would measure the parser. Every
 * twentieth event carries the time of its publication; bytes are counted, so that a lost event shows.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { StoredEvent } from '../src/domain/events.ts';
import { createHttpApp } from '../src/http/app.ts';

const [clients = 200, perSecond = 1_000, seconds = 10] = process.argv.slice(2).map(Number);
const markEvery = 20;
const mark = '"sentAt":';
const stampLength = 17;

const nowMs = () => performance.timeOrigin + performance.now();

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN;
}

function read(port: number): void {
  const latencies: number[] = [];
  let bytes = 0;
  let open = 0;
  for (let n = 0; n < clients; n++) {
    let upgraded = false;
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        'GET /ws/events HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
    });
    socket.on('data', (chunk) => {
      if (!upgraded) {
        upgraded = true;
        if (++open === clients) process.send?.('open');
        return;
      }
      const at = nowMs();
      bytes += chunk.length;
      for (let found = chunk.indexOf(mark); found >= 0; found = chunk.indexOf(mark, found + 1)) {
        const sentAt = Number(
          chunk.toString('latin1', found + mark.length, found + mark.length + stampLength),
        );
        // Cut in two by the end of a chunk: not a time.
        if (sentAt > 1e12) latencies.push(at - sentAt);
      }
    });
  }
  process.on('message', () => {
    latencies.sort((a, b) => a - b);
    process.send?.({
      bytes,
      samples: latencies.length,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      max: latencies.at(-1),
    });
    process.disconnect();
    process.exit(0);
  });
}

async function publish(): Promise<void> {
  let listener: (event: StoredEvent) => void = () => undefined;
  const never = () => Promise.reject(new Error('not part of this measurement'));
  const quiet = { debug() {}, info() {}, warn() {}, error: console.error };
  const app = createHttpApp({
    calls: {} as never,
    flows: {} as never,
    devices: {} as never,
    journal: {
      subscribe: (each) => {
        listener = each;
        return () => undefined;
      },
      read: never,
      range: never,
    },
    authenticator: {
      identify: () => Promise.resolve({ id: 'x', name: 'x', onRevoked: () => () => undefined }),
    },
    health: {
      version: 'bench',
      telephonyUnavailable: () => undefined,
      journalFaulty: () => undefined,
      pingDatabase: never,
    },
    log: quiet,
    publicUrl: 'http://127.0.0.1',
  });
  const { port } = await app.listen('127.0.0.1', 0);
  const reader = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
    env: { ...process.env, BENCH_PORT: String(port) },
  });
  await once(reader, 'message');

  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  let sent = 0;
  while (performance.now() - startedAt < seconds * 1000) {
    // As the journal does: what a transaction stored is published together.
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    for (; sent < due; sent++) {
      const features: Record<string, number> = { rmsDb: -21.5, flatness: 0.125, personLogOdds: -3.25 };
      if (sent % markEvery === 0) features['sentAt'] = Math.round(nowMs() * 1000) / 1000 + 0.0001;
      const data = { audio_type: 'music', confidence: 0.75, features };
      listener({
        id: 1_000_000 + sent,
        type: 'audio_classified',
        callId: 'call_bench0000000000000',
        atMs: Date.now(),
        data,
      });
    }
    await wait(2);
  }
  const cpu = process.cpuUsage(cpuBefore);
  await wait(500);
  reader.send('report');
  const [report] = (await once(reader, 'message')) as [Record<string, number>];
  const round = (ms: number | undefined) => Math.round((ms ?? NaN) * 100) / 100;
  console.log(
    JSON.stringify({
      clients,
      perSecond,
      seconds,
      sent,
      messages: sent * clients,
      megabytes: Math.round((report['bytes'] ?? 0) / 1e6),
      samples: report['samples'],
      p50Ms: round(report['p50']),
      p99Ms: round(report['p99']),
      maxMs: round(report['max']),
      cpuShare: round((cpu.user + cpu.system) / 1e6 / seconds),
    }),
  );
  await app.close();
  process.exit(0);
}

const port = process.env['BENCH_PORT'];
if (port === undefined) await publish();
else read(Number(port));
