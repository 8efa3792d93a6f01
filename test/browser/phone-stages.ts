import type { RunningGateway } from '../rig/running-gateway.ts';
import { Turnstile } from '../rig/turnstile.ts';
import type { World } from '../rig/world.ts';
import { timed } from '../runner/timed.ts';
import { PhonePages } from './phone-pages.ts';
import { PageStage } from './stage.ts';

/** A gateway and a company for one scenario at a time, and the windows that are its phones. */
export interface PhoneStage {
  readonly gateway: RunningGateway;
  readonly world: World;
  readonly phones: PhonePages;
}

/**
 * A call rings every page of its gateway, and the company tells recordings apart by the number alone; so scenarios that play side by side
 * have a stage each. They wait most of the time, and need little of the processor.
 */
export class PhoneStages<T extends PhoneStage> {
  readonly #turn: Turnstile;
  readonly #all: readonly Promise<T>[];
  readonly #idle: Promise<T>[];

  constructor(count: number, open: () => Promise<T>) {
    this.#turn = new Turnstile(count);
    this.#all = Array.from({ length: count }, () => open());
    this.#idle = [...this.#all];
    for (const each of this.#all) each.catch(() => undefined); // the scenario that is to play there tells
  }

  /** @param register uvu's `test`. */
  add(
    register: (name: string, run: () => Promise<void>) => void,
    name: string,
    scenario: (on: T) => Promise<void>,
  ): void {
    const run = this.#turn.pass(() => timed(`${name} (beside others)`, () => this.#play(scenario)));
    run.catch(() => undefined); // its test tells
    register(name, () => run);
  }

  async #play(scenario: (on: T) => Promise<void>): Promise<void> {
    const opening = this.#idle.shift();
    if (opening === undefined) throw new Error('more scenarios than stages');
    try {
      const on = await opening;
      try {
        await scenario(on);
      } finally {
        await leave(on);
      }
    } finally {
      this.#idle.push(opening);
    }
  }

  /** When all have played, or one that hangs was given up. */
  async close(): Promise<void> {
    for (const opening of this.#all)
      await opening.then(
        ({ phones }) => phones.stage.close(),
        () => undefined, // its scenario told
      );
  }
}

/** One that fails leaves neither a call to the next, whose pages it would cover, nor a phone. */
async function leave({ gateway, phones }: PhoneStage): Promise<void> {
  const { calls } = await gateway.client.request<{ calls: { call_id: string }[] }>(
    'GET',
    '/api/v1/calls?state=active',
  );
  for (const { call_id: id } of calls) await gateway.client.send('POST', `/api/v1/calls/${id}/hangup`);
  await phones.leave();
}

export async function openPhoneStage(environment: Record<string, string>): Promise<PhoneStage> {
  const stage = await PageStage.open(environment, { ownCompany: true, whole: true });
  return { gateway: stage.gateway, world: stage.world, phones: new PhonePages(stage) };
}
