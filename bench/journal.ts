/**
 * How long an entry takes from `record` to its publication, stored: 1,000 events a second.
 * `node --import tsx bench/journal.ts [events a second] [seconds]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../src/domain/ids.ts';
import { databaseUrl, openStore } from '../src/store/open.ts';

const [perSecond = 1_000, seconds = 10] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
const quiet = { debug() {}, info() {}, warn() {}, error: console.error };
const openedAt = performance.now();
const store = await openStore({ url: databaseUrl(join(folder, 'bench.db')), log: quiet });
await store.ping();
const openMs = performance.now() - openedAt;

const recordedAt: number[] = [];
const latencies: number[] = [];
store.journal.subscribe((event) => {
  if (event.type === 'audio_classified')
    latencies.push(performance.now() - (recordedAt[event.data.features['n'] ?? 0] ?? 0));
});
const callId = newId('call');
const written: Promise<void>[] = [];
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
for (let n = 0; performance.now() - startedAt < seconds * 1000;) {
  const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
  for (; n < due; n++) {
    const data = { audio_type: 'music', confidence: 0.75, features: { n, rmsDb: -21.5, flatness: 0.125 } };
    recordedAt[n] = performance.now();
    written.push(
      store.journal.record({ events: [{ type: 'audio_classified', callId, atMs: Date.now(), data }] }),
    );
  }
  await wait(1);
}
const cpu = process.cpuUsage(cpuBefore);
await Promise.all(written);
latencies.sort((a, b) => a - b);
const round = (ms: number | undefined) => Math.round((ms ?? NaN) * 100) / 100;
console.log(
  JSON.stringify({
    perSecond,
    seconds,
    events: latencies.length,
    openMs: round(openMs),
    p50Ms: round(latencies[Math.floor(latencies.length * 0.5)]),
    p99Ms: round(latencies[Math.floor(latencies.length * 0.99)]),
    maxMs: round(latencies.at(-1)),
    cpuShare: round((cpu.user + cpu.system) / 1e6 / seconds),
  }),
);
await store.close();
await rm(folder, { recursive: true });
