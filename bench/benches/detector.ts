import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCallDetector } from '../../src/detect/index.ts';
import { babble, chance, join, silence, throughLine, tone } from '../../test/detect/sounds.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../report.ts';
import { highest, median } from '../statistics.ts';

const calls = 5;
const packetSamples = 160;
const minuteSamples = 60 * 8_000;
const minutes = 7;
const mebibyte = 2 ** 20;

/** Measures what listening costs by itself, without telephony. */
export const detector: Bench = {
  name: 'detector',
  title: 'The detector alone, one call after the other',
  async run(stage) {
    stage.progress('composing the call');
    const samples = heldCall();
    hear(samples); // until everything is compiled
    const before = await settledBytes();
    const heard = Array.from({ length: calls }, (_, n) => {
      stage.progress(`call ${n + 1} of ${calls}`);
      return hear(samples);
    });
    const bytes = ((await settledBytes()) - before) / heard.length;
    return report(
      heard.map(({ msPerSecond }) => msPerSecond),
      bytes,
    );
  },
};

/** Hold music that repeats, announcements of which some repeat, and a pause after each. */
function heldCall(): Int16Array {
  const pieces = Array.from({ length: minutes * 2 }, (_, n) => [
    melody(19, n % 3),
    silence(0.5),
    babble(10, n % 2 === 0 ? 1 : n),
    silence(0.5),
  ]);
  return throughLine(join(...pieces.flat()), 1, 0.002, 1);
}

function melody(seconds: number, seed: number): Int16Array {
  const next = chance(seed + 1);
  const noteSeconds = 0.25;
  return join(
    ...Array.from({ length: seconds / noteSeconds }, () => {
      const hz = 220 * 2 ** (Math.floor(next() * 24) / 12);
      return tone([hz, hz * 1.5, hz * 2], noteSeconds, 0.1);
    }),
  );
}

interface HeardCall {
  /** CPU milliseconds per second of audio, minute by minute. */
  msPerSecond: number[];
  /** Kept, so that its memory can be measured. */
  listener: unknown;
}

function hear(samples: Int16Array): HeardCall {
  const listener = createCallDetector();
  const msPerSecond: number[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const before = process.cpuUsage();
    const end = (minute + 1) * minuteSamples;
    for (let at = minute * minuteSamples; at < end; at += packetSamples)
      listener.push(samples.subarray(at, at + packetSamples));
    const { user, system } = process.cpuUsage(before);
    msPerSecond.push((user + system) / 1_000 / 60);
  }
  return { msPerSecond, listener };
}

/** Heap and buffers after garbage collection. Buffers are released some time after the collection that found them unused. */
async function settledBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let n = 0; n < 5; n++) {
    collect();
    await delay(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function report(costs: readonly number[][], bytesPerCall: number): Report {
  const whole = costs.map((each) => each.reduce((sum, cost) => sum + cost, 0) / each.length);
  const row = (what: string, values: readonly number[]) => [
    what,
    `${median(values).toFixed(2)} ms`,
    `${highest(values).toFixed(2)} ms`,
  ];
  const inMinute = (minute: number) => costs.map((each) => each[minute] ?? NaN);
  return {
    goals: [
      {
        what: `Processor time for 1 s of audio, call of ${minutes} minutes`,
        measured: median(whole),
        limit: 2,
        unit: 'ms',
      },
      { what: 'Memory of such a call', measured: bytesPerCall / mebibyte, limit: 2, unit: 'MB' },
    ],
    tables: [
      {
        columns: [`Processor time for 1 s of audio, ${calls} calls`, 'median', 'highest'],
        rows: [
          row('whole call', whole),
          row('first minute', inMinute(0)),
          row('last minute', inMinute(minutes - 1)),
        ],
      },
    ],
    notes: [
      'Processor time, not time on the clock; beside other work it rises nevertheless, since caches and cores are shared.',
      'Composed music, speech-like sound and noise, most of which comes again. Memory is what garbage collection leaves; the weights of the networks are shared by all calls and not in it.',
    ],
  };
}
