import { AppError } from '../domain/errors.ts';
import type { AriRequests } from './ari/ari-link.ts';
import type { AriBridge, AriChannel } from './ari/ari-operations.ts';
import { type NamedPart, parseName } from './legs/leg-names.ts';

/** A channel or bridge in Asterisk whose name belongs to this service. */
export type Found<T> = T & { named: NamedPart };

export interface Inventory {
  channels: Found<AriChannel>[];
  bridges: Found<AriBridge>[];
}

/** All of this service's channels and bridges now in Asterisk. */
export async function takeInventory(link: AriRequests): Promise<Inventory> {
  const [channels, bridges] = await Promise.all([
    link.request('channels.list', {}),
    link.request('bridges.list', {}),
  ]);
  return { channels: named(channels), bridges: named(bridges) };
}

function named<T extends { id: string }>(items: readonly T[]): Found<T>[] {
  return items.flatMap((item) => {
    const found = parseName(item.id);
    return found === undefined ? [] : [{ ...item, named: found }];
  });
}

/** Hangs up and destroys them; one that is already gone counts as removed. @returns how many there were. */
export async function removeAll(link: AriRequests, found: Inventory): Promise<number> {
  const removals = [
    ...found.channels.map(({ id }) => link.request('channels.hangup', { channelId: id })),
    ...found.bridges.map(({ id }) => link.request('bridges.destroy', { bridgeId: id })),
  ];
  const results = await Promise.allSettled(removals);
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    if (!(result.reason instanceof AppError) || result.reason.code !== 'not_found') throw result.reason;
  }
  return removals.length;
}

export function filterInventory(
  inventory: Inventory,
  isWanted: (named: NamedPart, id: string) => boolean,
): Inventory {
  return {
    channels: inventory.channels.filter(({ named, id }) => isWanted(named, id)),
    bridges: inventory.bridges.filter(({ named, id }) => isWanted(named, id)),
  };
}
