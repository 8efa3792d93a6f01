import { setTimeout as wait } from 'node:timers/promises';
import { addStaticDevice } from '../../test/rig/devices.ts';
import type { RunningGateway } from '../../test/rig/running-gateway.ts';
import type { Bench } from '../bench.ts';
import { startBenchGateway } from '../gateway.ts';
import type { Report } from '../report.ts';
import { ms, seconds } from '../report.ts';
import { composeProgrammes, type Programme } from '../rtp/programme.ts';
import { type IncomingCall, SipEndpoint } from '../sip/sip-endpoint.ts';
import { highest, median } from '../statistics.ts';
import { FarEnd } from '../rtp/far-end.ts';
import { OwnersPhone } from '../rtp/owners-phone.ts';

const calls = 15;
const callsAtOnce = 3;
const holdSeconds = 10;
/** A person who is not noticed within this time counts as missed. */
const patienceMs = 20_000;
/** How long the phone rings before it is answered. */
const ringMs = 400;
const audioMs = 1_000;
const bothWaysLimitMs = 150;

interface HandOver {
  /** Negative: the phone rang before anybody spoke. NaN: never. */
  ringAfterMs: number;
  /** The part of it after the service had noticed the person. */
  ringAfterNoticedMs: number;
  farHeardAfterMs: number;
  deviceHeardAfterMs: number;
  echoAfterMs: number;
}

/** Measures the time from the person's first word to the owner's phone ringing, and from the owner's answer to audio both ways. */
export const handOver: Bench = {
  name: 'hand-over',
  title: "A person speaks → the owner's phone rings; the owner answers → audio both ways",
  async run(stage) {
    const programmes = await composeProgrammes(calls, holdSeconds);
    const trunk = stage.owns(await SipEndpoint.open());
    const phone = stage.owns(await SipEndpoint.open());
    const gateway = await startBenchGateway(stage, trunk.port);
    const device = await addStaticDevice(gateway, 'bench', `sip:bench@127.0.0.1:${phone.port}`);
    stage.progress(
      `${calls} calls, ${callsAtOnce} at a time, each ${holdSeconds} s on hold before a person speaks`,
    );
    const theatre = new Theatre(gateway, trunk, phone, device.id);
    const results: HandOver[] = [];
    const queue = programmes.map((programme, n) => ({ programme, number: `+1202555${3_000 + n}` }));
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        results.push(await theatre.play(next.number, next.programme));
    };
    await Promise.all(Array.from({ length: callsAtOnce }, lane));
    return report(results);
  },
};

/** The carrier and the phone for all calls; the dialled number identifies the call. */
class Theatre {
  readonly #gateway: RunningGateway;
  readonly #deviceId: string;
  readonly #atCarrier = new Map<string, (call: IncomingCall) => void>();
  readonly #atPhone = new Map<string, (call: IncomingCall) => void>();

  constructor(gateway: RunningGateway, trunk: SipEndpoint, phone: SipEndpoint, deviceId: string) {
    this.#gateway = gateway;
    this.#deviceId = deviceId;
    trunk.onInvite = (call) => this.#atCarrier.get(call.calledUser)?.(call);
    phone.onInvite = (call) => this.#atPhone.get(call.callingUser)?.(call);
  }

  async play(number: string, programme: Programme): Promise<HandOver> {
    const dialled = new Promise<IncomingCall>((resolve) => this.#atCarrier.set(number, resolve));
    const rung = new Promise<IncomingCall>((resolve) => this.#atPhone.set(number, resolve));
    const { call_id } = await this.#gateway.client.request<{ call_id: string }>(
      'POST',
      '/api/v1/calls/hold-slayer',
      { number, transfer_to: this.#deviceId },
    );
    const far = await FarEnd.answer(await dialled, programme);
    const ringing = await Promise.race([rung, wait(holdSeconds * 1_000 + patienceMs, undefined)]);
    const result = ringing === undefined ? missed : await this.#handOver(call_id, far, ringing);
    await this.#gateway.client.request('POST', `/api/v1/calls/${call_id}/hangup`);
    return result;
  }

  async #handOver(callId: string, far: FarEnd, ringing: IncomingCall): Promise<HandOver> {
    // If it rang too early, there is no first word yet: it counts from when the word would have come.
    const ringAfterMs = Number.isNaN(far.firstWordAtMs) ? -1 : ringing.receivedAtMs - far.firstWordAtMs;
    ringing.ring();
    far.sendToneAndEcho();
    await wait(ringMs);
    const phone = await OwnersPhone.answer(ringing);
    await wait(audioMs);
    const noticed = this.#gateway.events.find(
      ({ call_id, type }) => call_id === callId && (type === 'human_detected' || type === 'person_likely'),
    );
    return {
      ringAfterMs,
      ringAfterNoticedMs:
        performance.timeOrigin + ringing.receivedAtMs - Date.parse(noticed?.timestamp ?? ''),
      farHeardAfterMs: phone.heardFarAtMs - phone.answeredAtMs,
      deviceHeardAfterMs: far.heardDeviceAtMs - phone.answeredAtMs,
      echoAfterMs: phone.heardItselfAtMs - phone.answeredAtMs,
    };
  }
}

const missed: HandOver = {
  ringAfterMs: NaN,
  ringAfterNoticedMs: NaN,
  farHeardAfterMs: NaN,
  deviceHeardAfterMs: NaN,
  echoAfterMs: NaN,
};

function report(results: readonly HandOver[]): Report {
  const rang = results.filter(({ ringAfterMs }) => ringAfterMs >= 0).map(({ ringAfterMs }) => ringAfterMs);
  const early = results.filter(({ ringAfterMs }) => ringAfterMs < 0).length;
  const unnoticed = results.filter(({ ringAfterMs }) => Number.isNaN(ringAfterMs)).length;
  const answered = results.filter(({ ringAfterMs }) => !Number.isNaN(ringAfterMs));
  const bothWays = answered.map((one) => Math.max(one.farHeardAfterMs, one.deviceHeardAfterMs));
  const row = (what: string, values: readonly number[], show: (value: number) => string): string[] => [
    what,
    String(values.length),
    show(median(values)),
    show(highest(values)),
  ];
  return {
    goals: [
      {
        what: 'Phone answers → audio both ways, median',
        measured: median(bothWays),
        limit: bothWaysLimitMs,
        unit: 'ms',
      },
      {
        what: 'Phone answers → audio both ways, highest',
        measured: highest(bothWays),
        limit: bothWaysLimitMs,
        unit: 'ms',
      },
    ],
    tables: [
      {
        columns: ['', 'calls', 'median', 'highest'],
        rows: [
          row("person's first word → INVITE at the phone", rang, (value) => seconds(value / 1_000)),
          row(
            'person noticed → INVITE at the phone',
            answered.map((one) => one.ringAfterNoticedMs),
            ms,
          ),
          row(
            'phone answers → phone hears the far end',
            answered.map((one) => one.farHeardAfterMs),
            ms,
          ),
          row(
            'phone answers → far end hears the phone',
            answered.map((one) => one.deviceHeardAfterMs),
            ms,
          ),
          row('phone answers → audio both ways', bothWays, ms),
          row(
            'phone answers → its own tone is back from an echo',
            answered.map((one) => one.echoAfterMs),
            ms,
          ),
        ],
      },
    ],
    notes: [
      `Of ${results.length} persons ${unnoticed} were not noticed within ${patienceMs / 1_000} s; ${early} calls rang before anybody spoke.`,
      'Far end and phone are SIP user agents of the benchmark; audio travels in packets of 20 ms. Each call has a number, a stretch of hold music and a beginning of its own, so nothing is known from an earlier call. The voices are those of the demo phone company, at the default sensitivity.',
    ],
  };
}
