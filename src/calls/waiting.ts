import type { Telephony } from './telephony.ts';

/** Waits that can be interrupted: every wait of a call has a signal, and most have a deadline. */

/** The activity was interrupted; its caller knows why. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Node's timers overflow above 2^31-1 ms and would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Waits until `subscribe`'s callback is called.
 * @param seconds deadline; undefined waits for ever.
 * @returns what the callback was given, or 'timeout'.
 * @throws Interrupted when `signal` aborts.
 */
export function waitFor<T>(
  signal: AbortSignal,
  seconds: number | undefined,
  subscribe: (settle: (value: T) => void) => () => void,
): Promise<T | 'timeout'> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new Interrupted());
      return;
    }
    let unsubscribe = (): void => undefined;
    let settled = false;
    const finish = (act: () => void): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      unsubscribe();
      act();
    };
    const onAbort = (): void => finish(() => reject(new Interrupted()));
    const timer =
      seconds === undefined
        ? undefined
        : setTimeout(
            () => finish(() => resolve('timeout')),
            Math.min(Math.max(0, seconds) * 1000, longestTimerMs),
          );
    signal.addEventListener('abort', onAbort);
    unsubscribe = subscribe((value) => finish(() => resolve(value)));
    if (settled) unsubscribe();
  });
}

/** @returns whether `work` ended in time. @throws Interrupted when `signal` aborts, and what `work` throws in time. */
export async function endsWithin(
  work: Promise<unknown>,
  seconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const ended = await waitFor<true>(signal, seconds, (settle) => {
    const end = (): void => settle(true);
    work.then(end, end);
    return () => undefined;
  });
  if (ended === 'timeout') return false;
  await work;
  return true;
}

/** @throws Interrupted when `signal` aborts. */
export async function delay(seconds: number, signal: AbortSignal): Promise<void> {
  await waitFor<never>(signal, seconds, () => () => undefined);
}

type Connection = Pick<Telephony, 'upSinceMs' | 'onConnection'>;

/** While Asterisk is away calls go on without this process. @throws Interrupted when `signal` aborts. */
export async function untilConnected(telephony: Connection, signal: AbortSignal): Promise<void> {
  await isConnectedWithin(undefined, telephony, signal);
}

/** @returns whether Asterisk is there, or comes back in time. @throws Interrupted when `signal` aborts. */
export async function isConnectedWithin(
  seconds: number | undefined,
  telephony: Connection,
  signal: AbortSignal,
): Promise<boolean> {
  if (telephony.upSinceMs() !== undefined) return true;
  const back = await waitFor<true>(signal, seconds, (settle) =>
    telephony.onConnection(({ connected }) => connected && settle(true)),
  );
  return back !== 'timeout';
}
