import { setTimeout as wait } from 'node:timers/promises';
import type { EventMessage } from '../../rig/gateway-client.ts';
import { addSippDevice } from '../../test/rig/devices.ts';
import type { CallView } from '../../test/rig/call-story.ts';
import type { Bench } from '../bench.ts';
import { type BenchGateway, startBenchCompany, startBenchGateway } from '../gateway.ts';
import type { Report } from '../report.ts';
import { median, quantile } from '../statistics.ts';

const minutes = Number(process.env['MINUTES'] ?? 32);
/** Music with an announcement every 15 s, and music and an announcement in turn; neither ever ends in a person. */
const endlessNumbers = ['+12025550108', '+12025550124'];
const endlessCalls = 10;
/** A few seconds of hold, then a person. */
const shortNumbers = ['+12025550120', '+12025550125', '+12025550126', '+12025550131'];
const betweenShortCallsMs = 5_000;
const talkMs = 2_000;
const shortPatienceMs = 90_000;
/** How long the owner takes to answer. If the phone answered at once, every ring that is taken back would become a talk. */
const pickUpMs = 4_000;
/** The owner's outside line: the company's person who answers at once. */
const externalNumber = '+12025550107';

/** Calls that wait forever beside many short ones: those still wait at the end, and nobody was rung for them. */
export const soak: Bench = {
  name: 'soak',
  title: 'Long holds beside short calls',
  page: 'reliability.md',
  takesLong: true,
  async run(stage) {
    const company = await startBenchCompany(stage);
    const gateway = await startBenchGateway(stage, company.sipPort);
    stage.owns((await addSippDevice(gateway, 'owner', 'answer', pickUpMs)).sipp);
    const { id: external } = await gateway.client.request<{ id: string }>('POST', '/api/v1/devices', {
      name: 'Outside line',
      type: 'external',
      sip_uri: `tel:${externalNumber}`,
      priority: 99,
      capabilities: ['voice'],
    });
    const endless = await Promise.all(
      Array.from({ length: endlessCalls }, (_, index) =>
        hold(gateway, endlessNumbers[index % endlessNumbers.length] ?? ''),
      ),
    );
    const short = await placeShortCalls(gateway, external, Date.now() + minutes * 60_000, stage.progress);
    const views = await Promise.all(endless.map((id) => viewOf(gateway, id)));
    return report(views, short, gateway.events);
  },
};

interface ShortCall {
  readonly number: string;
  readonly view: CallView;
  readonly isReached: boolean;
  readonly tookSeconds: number;
}

async function placeShortCalls(
  gateway: BenchGateway,
  external: string,
  endsAtMs: number,
  progress: (line: string) => void,
): Promise<ShortCall[]> {
  const running: Promise<ShortCall>[] = [];
  while (Date.now() < endsAtMs) {
    // Every fourth call goes out again, through the trunk.
    const device = running.length % 4 === 3 ? { transfer_to: external } : {};
    const number = shortNumbers[running.length % shortNumbers.length] ?? '';
    running.push(followShortCall(gateway, number, device));
    if (running.length % 50 === 0) progress(`${running.length} short calls`);
    await wait(betweenShortCallsMs);
  }
  return await Promise.all(running);
}

async function followShortCall(
  gateway: BenchGateway,
  number: string,
  options: { transfer_to?: string },
): Promise<ShortCall> {
  const beganAtMs = performance.now();
  const id = await hold(gateway, number, options);
  const isReached = await gateway
    .waitForEvent(
      (event) =>
        event.call_id === id &&
        event.type === 'call_status' &&
        ['connected', 'ended', 'failed'].includes(String(event.data['to'])),
      `the end of the wait of ${id}`,
      shortPatienceMs / 1_000,
    )
    .then((event) => event.data['to'] === 'connected')
    .catch(() => false);
  const tookSeconds = (performance.now() - beganAtMs) / 1_000;
  if (isReached) await wait(talkMs);
  await gateway.client.request('POST', `/api/v1/calls/${id}/hangup`).catch(() => undefined);
  return { number, view: await viewOf(gateway, id), isReached, tookSeconds };
}

async function hold(gateway: BenchGateway, number: string, options: object = {}): Promise<string> {
  const body = { number, ...options };
  return (await gateway.client.request<{ call_id: string }>('POST', '/api/v1/calls/hold-slayer', body))
    .call_id;
}

const viewOf = (gateway: BenchGateway, id: string): Promise<CallView> =>
  gateway.client.request<CallView>('GET', `/api/v1/calls/${id}`);

function report(endless: CallView[], short: ShortCall[], events: readonly EventMessage[]): Report {
  const persons = events.filter(
    ({ type, call_id }) => type === 'human_detected' && endless.some((call) => call.call_id === call_id),
  );
  const rings = ringsOf(events.filter(({ call_id }) => endless.some((call) => call.call_id === call_id)));
  const takenBack = rings.filter(({ seconds: lasted }) => lasted !== undefined);
  const missed = short.filter(({ isReached }) => !isReached);
  const seconds = short.map(({ tookSeconds }) => tookSeconds);
  return {
    goals: [],
    tables: [
      {
        columns: ['', 'number'],
        rows: [
          ['minutes', String(minutes)],
          ['calls that hold for ever', String(endless.length)],
          ['still on hold at the end', String(endless.filter(({ status }) => status === 'on_hold').length)],
          ['persons declared in them', String(persons.length)],
          ['rings in them; taken back before anybody answered', `${rings.length}; ${takenBack.length}`],
          [
            'longest ring that was taken back',
            `${Math.max(0, ...takenBack.map(({ seconds: lasted }) => lasted ?? 0)).toFixed(1)} s`,
          ],
          ['short calls beside them', String(short.length)],
          ['reached the owner', String(short.length - missed.length)],
          [
            'asked for → connected, median / p95',
            `${median(seconds).toFixed(1)} / ${quantile(seconds, 0.95).toFixed(1)} s`,
          ],
        ],
      },
    ],
    notes: [
      ...endless
        .filter(({ status }) => status !== 'on_hold')
        .map((call) => `no longer on hold: ${outcome(call)}`),
      ...persons.map((event) => `declared at ${event.timestamp}: ${JSON.stringify(event.data)}`),
      ...missed.map(({ number, view }) => `not reached: ${number}, ${outcome(view)}`),
    ],
  };
}

/** How often the phone rang, and for how long where the call went back on hold before anybody answered. */
function ringsOf(events: readonly EventMessage[]): { seconds: number | undefined }[] {
  return events
    .filter(({ type }) => type === 'device_ringing')
    .map((ringing) => {
      const next = events.find(
        ({ type, call_id, id }) =>
          call_id === ringing.call_id &&
          id > ringing.id &&
          (type === 'hold_resumed' || type === 'transfer_complete'),
      );
      const isTakenBack = next?.type === 'hold_resumed';
      return {
        seconds: isTakenBack
          ? (Date.parse(next.timestamp) - Date.parse(ringing.timestamp)) / 1_000
          : undefined,
      };
    });
}

const outcome = (call: CallView): string =>
  [call.call_id, call.status, call.end_reason, call.error].filter((part) => part !== null).join(', ');
