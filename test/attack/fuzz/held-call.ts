import type { RunningGateway } from '../../rig/running-gateway.ts';

/** A call to the number that holds for ever. */
export class HeldCall {
  readonly #gateway: RunningGateway;
  readonly #id: string;

  private constructor(gateway: RunningGateway, id: string) {
    this.#gateway = gateway;
    this.#id = id;
  }

  static async place(gateway: RunningGateway): Promise<HeldCall> {
    const { call_id: id } = await gateway.client.request<{ call_id: string }>(
      'POST',
      '/api/v1/calls/hold-slayer',
      { number: '+12025550108' },
    );
    const held = (type: string, to: unknown): boolean => type === 'call_status' && to === 'on_hold';
    await gateway.waitForEvent(
      (event) => event.call_id === id && held(event.type, event.data['to']),
      'call on hold',
    );
    return new HeldCall(gateway, id);
  }

  /** With the reason, once it is over. */
  async status(): Promise<string> {
    const { status, error } = await this.#gateway.client.request<{ status: string; error: string | null }>(
      'GET',
      `/api/v1/calls/${this.#id}`,
    );
    return error === null ? status : `${status}: ${error}`;
  }

  async hangUp(): Promise<void> {
    await this.#gateway.client.request('POST', `/api/v1/calls/${this.#id}/hangup`);
  }
}
