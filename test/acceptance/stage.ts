import { patienceSeconds } from '../rig/patience.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { World } from '../rig/world.ts';
import { HttpClient } from './http-client.ts';

let world: Promise<World> | undefined;
const gateways = new Map<string, Promise<RunningGateway>>();
let users = 0;

export interface Stage {
  world: World;
  gateway: RunningGateway;
  client: HttpClient;
}

/**
 * For calls of all files side by side; tests that change the whole service have their own gateways. It rings only for sure persons, so
 * that the events of a call have only one order.
 */
export function openBusyGateway(): Promise<Stage> {
  return open('busy', { RING_EARLY: 'no' });
}

/** For tests that dial little or nothing, so that files can assert that nothing is left. */
export function openDefaultGateway(): Promise<Stage> {
  return open('default', {});
}

/** Two calls at once, the default, and five in an hour. */
export function openLimitedGateway(): Promise<Stage> {
  return open('limited', { MAX_CONCURRENT_CALLS: '', MAX_CALLS_PER_HOUR: '5' });
}

/** Without a trunk. */
export function openQuietGateway(): Promise<Stage> {
  return open('quiet', { TRUNK_HOST: '' });
}

/** For the one file that damages its gateway. */
export function openFrailGateway(): Promise<Stage> {
  return open('frail', {});
}

/** One phone company for all files of this group; each file that opens a gateway also leaves the stage. */
async function open(name: string, environment: Record<string, string>): Promise<Stage> {
  users += 1;
  world ??= World.open();
  const stage = await world;
  const starting = gateways.get(name) ?? stage.gateway(environment);
  gateways.set(name, starting);
  const gateway = await starting;
  return { world: stage, gateway, client: new HttpClient(gateway) };
}

/** Ends everything when the last file has left. */
export async function leaveStage(): Promise<void> {
  users -= 1;
  if (users === 0) await (await world)?.close();
}

export function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Polls until `look` returns something, because no event reports it. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = performance.now() + patienceSeconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`within ${patienceSeconds} s there was no ${what}`);
    await pause(0.1);
  }
}
