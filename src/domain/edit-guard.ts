/**
 * Called in the turn of a change with what is stored, unless the change would leave that as it is: a client that repeats a change, because
 * the response was lost, finds its own work and no conflict.
 * @throws AppError `changed` if the client has not seen what is stored.
 */
export type EditGuard<T> = (stored: T) => void;
