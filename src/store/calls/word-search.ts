import { setImmediate } from 'node:timers/promises';
import { InTurn } from '../../async/in-turn.ts';
import { Prisma, type PrismaClient } from '../client/client.ts';

/** An hour of talk has some 60 kB. */
const callsAtOnce = 50;

/**
 * Looks for words in what was said in calls. The database works on this thread, which also steers the calls: everything that was said in
 * years takes a second to read. So only some calls are searched before all else gets its turn, and one search waits for the other.
 */
export class WordSearch {
  readonly #prisma: PrismaClient;
  readonly #searches = new InTurn();

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  /** @returns those of the calls that match, in the order in which they were given. */
  filter(callIds: readonly string[], words: Prisma.Sql): Promise<string[]> {
    return this.#searches.run(async () => {
      const matching: string[] = [];
      for (let at = 0; at < callIds.length; at += callsAtOnce) {
        const some = callIds.slice(at, at + callsAtOnce);
        const found = await this.#prisma.$queryRaw<{ id: string }[]>`
          SELECT id FROM calls WHERE id IN (SELECT value FROM json_each(${JSON.stringify(some)})) AND ${words}`;
        const ids = new Set(found.map(({ id }) => id));
        matching.push(...some.filter((id) => ids.has(id)));
        await setImmediate();
      }
      return matching;
    });
  }
}
