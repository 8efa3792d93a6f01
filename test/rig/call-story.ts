import type { EventMessage } from '../../rig/gateway-client.ts';
import { patienceSeconds } from './patience.ts';
import type { RunningGateway } from './running-gateway.ts';

export interface CallView {
  call_id: string;
  status: string;
  end_reason: string | null;
  error: string | null;
  hold_time: number;
  duration: number;
  audio_type: string;
  classification_history: { timestamp: number; type: string; confidence: number }[];
}

/** One call of a test: what happened to it, and waiting for what will. */
export class CallStory {
  readonly gateway: RunningGateway;
  readonly id: string;

  constructor(gateway: RunningGateway, id: string) {
    this.gateway = gateway;
    this.id = id;
  }

  static async place(gateway: RunningGateway, body: Record<string, unknown>): Promise<CallStory> {
    const path = 'mode' in body ? '/api/v1/calls/outbound' : '/api/v1/calls/hold-slayer';
    const call = await gateway.client.request<CallView>('POST', path, body);
    return new CallStory(gateway, call.call_id);
  }

  get events(): EventMessage[] {
    return this.gateway.events.filter((event) => event.call_id === this.id);
  }

  get statuses(): string[] {
    return this.events.filter(({ type }) => type === 'call_status').map(({ data }) => String(data['to']));
  }

  typesOf(...types: string[]): EventMessage[] {
    return this.events.filter(({ type }) => types.includes(type));
  }

  /** Waits for the `times`-th event of a type. */
  until(type: string, seconds = patienceSeconds, times = 1): Promise<EventMessage> {
    let seen = 0;
    return this.gateway.waitForEvent(
      (event) => event.call_id === this.id && event.type === type && ++seen >= times,
      () => `${type} (${times}) in ${this.#told()}`,
      seconds,
    );
  }

  /** Waits for the first event of any of these types. */
  untilEither(types: string[], seconds = patienceSeconds): Promise<EventMessage> {
    return this.gateway.waitForEvent(
      (event) => event.call_id === this.id && types.includes(event.type),
      () => `${types.join(' or ')} in ${this.#told()}`,
      seconds,
    );
  }

  /** Waits until the call's status is, or was, `status` for the `times`-th time. */
  untilStatus(status: string, seconds = patienceSeconds, times = 1): Promise<EventMessage> {
    let seen = 0;
    return this.gateway.waitForEvent(
      (event) =>
        event.call_id === this.id &&
        event.type === 'call_status' &&
        event.data['to'] === status &&
        ++seen >= times,
      () => `status ${status} (${times}) in ${this.#told()}`,
      seconds,
    );
  }

  /** Waits until the call is over. */
  async untilOver(seconds = patienceSeconds): Promise<CallView> {
    await this.gateway.waitForEvent(
      (event) => event.call_id === this.id && (event.type === 'call_ended' || event.type === 'call_failed'),
      () => `end of ${this.#told()}`,
      seconds,
    );
    return this.view();
  }

  /** What happened so far, for the message of a test that waited in vain. */
  #told(): string {
    const quiet = ['audio_classified', 'call_started'];
    const events = this.events.filter(({ type }) => !quiet.includes(type));
    return `${this.id}: ${events.map(({ type, data }) => `${type} ${JSON.stringify(data)}`).join('; ')}`;
  }

  view(): Promise<CallView> {
    return this.gateway.client.request('GET', `/api/v1/calls/${this.id}`);
  }

  act(action: string, body?: unknown): Promise<CallView> {
    return this.gateway.client.request('POST', `/api/v1/calls/${this.id}/${action}`, body);
  }

  hangUp(): Promise<CallView> {
    return this.act('hangup');
  }
}
