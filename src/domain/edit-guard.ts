import { isDeepStrictEqual } from 'node:util';

/** Called in the turn of a change with what is stored. @throws AppError `changed` if the client has not seen that. */
export type EditGuard<T> = (stored: T) => void;

/**
 * Asks the guard, unless the change would leave what is stored as it is: a client that repeats a change, because the response was lost,
 * finds its own work and no conflict.
 */
export function requireSeen<T>(stored: T, changed: T, guard: EditGuard<T> | undefined): void {
  if (!isDeepStrictEqual(changed, stored)) guard?.(stored);
}
