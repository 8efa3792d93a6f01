import { setTimeout as wait } from 'node:timers/promises';
import type { PhoneCompany } from '../../rig/phone-company/phone-company.ts';
import { CallStory } from '../../test/rig/call-story.ts';
import type { RunningGateway } from '../../test/rig/running-gateway.ts';
import type { Bench } from '../bench.ts';
import { type BenchGateway, startBenchCompany, startBenchGateway } from '../gateway.ts';
import { type ProcessUsage, readUsage } from '../process-usage.ts';
import type { Goal, Report } from '../report.ts';
import { ms, percent } from '../report.ts';
import { highest, mean, median, quantile } from '../statistics.ts';

const levels = (process.env['LEVELS'] ?? '10,50,100').split(',').map(Number);
/** Music in stretches of 15 s with announcements in between, forever. */
const holdNumber = '+12025550108';
/** The words of new announcements are recognised in the first minute of a call; a wait lasts longer. */
const settleMs = 60_000;
/**
 * Most of the demo's music costs least, and a passage of it that is taken for a voice, once in 100 s, costs most: 20 s would measure either
 * one or the other.
 */
const measureMs = 100_000;
/** How long requests are timed, at the beginning and at the end. */
const askMs = 20_000;
/** How many hang up at the end of each level; what was heard of them is compared with how long they lasted. */
const callsWeighed = 8;
const placedAtOnce = 4;
const answerSeconds = 15;
const askEveryMs = 200;
const mebibyte = 2 ** 20;

interface Usage {
  app: ProcessUsage;
  asterisk: ProcessUsage;
  company: ProcessUsage;
}

interface Level {
  calls: number;
  /** More than `calls` when the machine could not carry them. */
  wanted: number;
  /** Shares of one core. */
  cpu: Record<keyof Usage, number>;
  memory: Record<keyof Usage, number>;
  /** While the newest calls began. */
  firstAnswersMs: number[];
  answersMs: number[];
  missingMs: number[];
  falsePersons: number;
}

/** Measures what a call on hold costs. */
export const heldCalls: Bench = {
  name: 'held-calls',
  title: 'What calls on hold cost',
  async run(stage) {
    const company = await startBenchCompany(stage);
    const gateway = await startBenchGateway(stage, company.sipPort);
    return report(await measureAll(gateway, company, stage.progress));
  },
};

async function measureAll(
  gateway: BenchGateway,
  company: PhoneCompany,
  progress: (line: string) => void,
): Promise<Level[]> {
  const read = async (): Promise<Usage> => ({
    app: await readUsage(gateway.pid),
    asterisk: await readUsage(gateway.asteriskPid),
    company: await readUsage(company.pid),
  });
  const held: CallStory[] = [];
  const found: Level[] = [];
  for (const wanted of [0, ...levels]) {
    progress(`${wanted} calls on hold`);
    await fillUp(gateway, held, wanted);
    const firstAnswersMs = await askMeanwhile(held[0]);
    await wait(settleMs - askMs);
    const personsBefore = countPersons(gateway);
    const before = await read();
    const beganAtMs = performance.now();
    await wait(measureMs);
    const tookSeconds = (performance.now() - beganAtMs) / 1_000;
    const after = await read();
    const answersMs = await askMeanwhile(held[0]);
    const level: Level = {
      calls: held.length,
      wanted,
      cpu: perProcess((name) => (after[name].cpuSeconds - before[name].cpuSeconds) / tookSeconds),
      memory: perProcess((name) => after[name].residentBytes),
      firstAnswersMs,
      answersMs,
      falsePersons: countPersons(gateway) - personsBefore,
      missingMs: await weigh(held.splice(0, callsWeighed)),
    };
    progress(`app ${percent(level.cpu.app)}, Asterisk ${percent(level.cpu.asterisk)} of a core`);
    found.push(level);
    if (level.calls < wanted) break;
  }
  while (held.length > 0) await Promise.allSettled(held.splice(0, callsWeighed).map((call) => call.hangUp()));
  return found;
}

/** Stops at the first call that cannot be placed: the machine is full then, and the calls it carries are measured. */
async function fillUp(gateway: RunningGateway, held: CallStory[], wanted: number): Promise<void> {
  while (held.length < wanted) {
    const placing = Array.from({ length: Math.min(placedAtOnce, wanted - held.length) }, () =>
      placeCall(gateway),
    );
    const outcomes = await Promise.allSettled(placing);
    held.push(...outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    if (outcomes.some(({ status }) => status === 'rejected')) return;
  }
}

async function placeCall(gateway: RunningGateway): Promise<CallStory> {
  const call = await CallStory.place(gateway, { number: holdNumber });
  await call.untilStatus('on_hold', answerSeconds);
  return call;
}

function perProcess(value: (name: keyof Usage) => number): Record<keyof Usage, number> {
  return { app: value('app'), asterisk: value('asterisk'), company: value('company') };
}

/** How quickly a request is answered beside the calls; measured separately, since requests are not part of what a call costs. */
async function askMeanwhile(call: CallStory | undefined): Promise<number[]> {
  const endAtMs = performance.now() + askMs;
  const answers: number[] = [];
  while (performance.now() < endAtMs) {
    const askedAtMs = performance.now();
    const answered =
      call === undefined ||
      (await call
        .view()
        .then(() => true)
        .catch(() => false));
    answers.push(answered ? performance.now() - askedAtMs : Infinity);
    await wait(askEveryMs);
  }
  return answers;
}

/** For the calls that could be asked; a broken connection costs one call's figure, not all of them. */
async function weigh(calls: readonly CallStory[]): Promise<number[]> {
  const outcomes = await Promise.allSettled(calls.map(missingAudioMs));
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** By how much the detector's sample clock is short of the call's own. */
async function missingAudioMs(call: CallStory): Promise<number> {
  await call.hangUp();
  const { started_at, ended_at } = await call.gateway.client.request<{
    started_at: string;
    ended_at: string;
  }>('GET', `/api/v1/calls/${call.id}`);
  const { segments } = await call.gateway.client.request<{ segments: { end: number | null }[] }>(
    'GET',
    `/api/v1/calls/${call.id}/timeline`,
  );
  const lastHeardMs = (segments.at(-1)?.end ?? NaN) * 1_000;
  return Date.parse(ended_at) - Date.parse(started_at) - lastHeardMs;
}

function countPersons(gateway: RunningGateway): number {
  return gateway.events.filter(({ type }) => type === 'human_detected').length;
}

/** The goals are set for 10 and for 100 calls. */
function goalsOf(level: Level, appPerCall: number): Goal[] {
  const share = { 10: 0.005, 100: 0.003 }[level.calls];
  if (share === undefined) return [];
  const app: Goal = {
    what: `The app's processor time, for each of ${level.calls} calls`,
    measured: appPerCall,
    limit: share,
    unit: '%',
  };
  if (level.calls < 100) return [app];
  const what = `GET /calls/{id} beside ${level.calls} calls, 99th percentile`;
  return [app, { what, measured: quantile(level.answersMs, 0.99), limit: 50, unit: 'ms' }];
}

function report(found: readonly Level[]): Report {
  const [idle, ...loaded] = found as [Level, ...Level[]];
  const perCall = (level: Level, of: 'cpu' | 'memory', name: keyof Usage): number =>
    (level[of][name] - idle[of][name]) / level.calls;
  const memory = (bytes: number): string => `${(bytes / mebibyte).toFixed(bytes < 10 * mebibyte ? 1 : 0)} MB`;
  return {
    goals: loaded.flatMap((level) => goalsOf(level, perCall(level, 'cpu', 'app'))),
    tables: [
      {
        columns: ['Processor time, % of one core', 'app', 'per call', 'Asterisk', 'per call', 'demo company'],
        rows: found.map((level) => [
          `${level.calls} calls`,
          percent(level.cpu.app),
          level.calls === 0 ? '' : percent(perCall(level, 'cpu', 'app'), 2),
          percent(level.cpu.asterisk),
          level.calls === 0 ? '' : percent(perCall(level, 'cpu', 'asterisk'), 2),
          percent(level.cpu.company),
        ]),
      },
      {
        columns: ['Resident memory', 'app', 'per call', 'Asterisk', 'per call'],
        rows: found.map((level) => [
          `${level.calls} calls`,
          memory(level.memory.app),
          level.calls === 0 ? '' : memory(perCall(level, 'memory', 'app')),
          memory(level.memory.asterisk),
          level.calls === 0 ? '' : memory(perCall(level, 'memory', 'asterisk')),
        ]),
      },
      {
        columns: [
          'Quality',
          'audio not heard: mean',
          'highest',
          'GET /calls/{id}: median',
          'p99',
          'median at first',
          'p99 at first',
          'rang',
        ],
        rows: loaded.map((level) => [
          `${level.calls} calls`,
          ms(mean(level.missingMs)),
          ms(highest(level.missingMs)),
          ms(median(level.answersMs)),
          ms(quantile(level.answersMs, 0.99)),
          ms(median(level.firstAnswersMs)),
          ms(quantile(level.firstAnswersMs, 0.99)),
          String(level.falsePersons),
        ]),
      },
    ],
    notes: [
      ...found
        .filter(({ calls, wanted }) => calls < wanted)
        .map(
          ({ calls, wanted }) =>
            `**Only ${calls} of ${wanted} calls could be held**: the next one was not on hold within ${answerSeconds} s.`,
        ),
      `Each level is measured for ${measureMs / 1_000} s, ${settleMs / 1_000} s after its last call was on hold, and requests are timed for ${askMs / 1_000} s after that; "at first" they are timed from the moment when the last call was on hold, while the words of the newest calls are being recognised. Every call hears music with an announcement every 15 s and is listened to all the time.`,
      'Memory per call includes what the processes keep from starting many calls at once.',
      `"Audio not heard" compares the detector's sample clock with the call's duration for ${callsWeighed} calls at the end of each level: frames on their way when the call ended, and frames lost.`,
      '"Rang" counts how often an announcement was taken for a person.',
      'The demo phone company and the benchmark run on the same machine.',
    ],
  };
}
