import type { Bench } from '../bench.ts';
import { startBenchGateway } from '../gateway.ts';
import { type Report, timesRow } from '../report.ts';
import { SipEndpoint } from '../sip/sip-endpoint.ts';
import { quantile } from '../statistics.ts';
import type { RunningGateway } from '../../test/rig/running-gateway.ts';

const warmUpCalls = 5;
const callsInTurn = 120;
const rounds = 15;
const callsAtOnce = 5;
const limitMs = 100;

interface Dialled {
  answeredAfterMs: number;
  inviteAfterMs: number;
}

/** Measures the time from the request for a call to the INVITE at the carrier. */
export const dial: Bench = {
  name: 'dial',
  title: 'A call is requested → its INVITE is on the wire',
  async run(stage) {
    const trunk = stage.owns(await SipEndpoint.open());
    const gateway = await startBenchGateway(stage, trunk.port);
    const dialler = new Dialler(gateway, trunk);
    for (let n = 0; n < warmUpCalls; n++) await dialler.dial();
    stage.progress(`${callsInTurn} calls, one after the other`);
    const inTurn: Dialled[] = [];
    for (let n = 0; n < callsInTurn; n++) inTurn.push(await dialler.dial());
    stage.progress(`${rounds} times ${callsAtOnce} calls at once`);
    const atOnce: Dialled[] = [];
    for (let n = 0; n < rounds; n++)
      atOnce.push(...(await Promise.all(Array.from({ length: callsAtOnce }, () => dialler.dial()))));
    return report(inTurn, atOnce);
  },
};

/** Places calls that the carrier refuses as busy, each to a different number. */
class Dialler {
  readonly #gateway: RunningGateway;
  readonly #invited = new Map<string, (atMs: number) => void>();
  #next = 2_000;

  constructor(gateway: RunningGateway, trunk: SipEndpoint) {
    this.#gateway = gateway;
    trunk.onInvite = (call) => {
      this.#invited.get(call.calledUser)?.(call.receivedAtMs);
      call.refuse('486 Busy Here');
    };
  }

  async dial(): Promise<Dialled> {
    const number = `+1202555${this.#next++}`;
    const invited = new Promise<number>((resolve) => this.#invited.set(number, resolve));
    const askedAtMs = performance.now();
    const call = await this.#gateway.client.request<{ call_id: string }>(
      'POST',
      '/api/v1/calls/hold-slayer',
      {
        number,
      },
    );
    const answeredAfterMs = performance.now() - askedAtMs;
    const inviteAfterMs = (await invited) - askedAtMs;
    await this.#gateway.waitForEvent(
      (event) => event.call_id === call.call_id && event.type === 'call_failed',
      'end of a busy call',
    );
    return { answeredAfterMs, inviteAfterMs };
  }
}

function report(inTurn: readonly Dialled[], atOnce: readonly Dialled[]): Report {
  const invites = inTurn.map((call) => call.inviteAfterMs);
  return {
    goals: [
      {
        what: 'Request sent → INVITE received, 99th percentile, one call after the other',
        measured: quantile(invites, 0.99),
        limit: limitMs,
        unit: 'ms',
      },
    ],
    tables: [
      {
        columns: ['', 'calls', 'median', 'p99', 'highest'],
        rows: [
          timesRow('one after the other: request → INVITE', invites),
          timesRow(
            'one after the other: request → 201',
            inTurn.map((call) => call.answeredAfterMs),
          ),
          timesRow(
            `${callsAtOnce} at once: request → INVITE`,
            atOnce.map((call) => call.inviteAfterMs),
          ),
          timesRow(
            `${callsAtOnce} at once: request → 201`,
            atOnce.map((call) => call.answeredAfterMs),
          ),
        ],
      },
    ],
    notes: [
      'Client, carrier and gateway share the machine; the clock starts before the HTTP request is written and stops when the carrier has read the INVITE.',
    ],
  };
}
