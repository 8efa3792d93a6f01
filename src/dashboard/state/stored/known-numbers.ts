import { signal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';

/** What the gateway knows about a number before it is dialled. */
export type KnownNumber = Answer<'get', '/api/v1/numbers/{number}'>;
/** From waits that ended with a person; needs three earlier calls. */
export type Estimate = NonNullable<KnownNumber['estimate']>;

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Undefined when the gateway cannot tell. */
export async function lookUpNumber(number: string, signal?: AbortSignal): Promise<KnownNumber | undefined> {
  try {
    return await call('get', '/api/v1/numbers/{number}', {
      path: { number },
      query: { tz: timeZone },
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** What was said of the favourites, by number. */
export const knownFavourites = signal<ReadonlyMap<string, KnownNumber>>(new Map());

export async function lookUpFavourites(numbers: readonly string[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    [...new Set(numbers)].map(async (number) => {
      const known = await lookUpNumber(number, signal);
      if (known !== undefined) knownFavourites.value = new Map(knownFavourites.peek()).set(number, known);
    }),
  );
}

const weekdays = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `Tue 8:00–9:00`. */
export function writeBest(best: NonNullable<Estimate['best']>): string {
  const hour = (text: string): string => text.replace(/^0/, '');
  return `${weekdays[best.weekday] ?? ''} ${hour(best.from)}–${hour(best.to)}`;
}
