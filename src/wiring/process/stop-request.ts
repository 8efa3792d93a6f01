import { AppError } from '../../domain/errors.ts';

/** Longer than an orderly end takes: calls 12 s, Asterisk 12 s, the database 3 s at most. compose.yaml gives the app still more. */
export const stopPatienceSeconds = 28;

/**
 * Handles SIGINT, SIGTERM and the SIGHUP of a closing terminal from now on, so that none ends the process half-way. A second one
 * changes nothing: npm passes on a Ctrl-C that the terminal has already sent.
 * @returns a signal that aborts at the first.
 */
export function takeStopSignals(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => stop.abort(new AppError('unavailable', `the service was told to end (${name})`)));
  return stop.signal;
}
