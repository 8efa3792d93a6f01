import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import type { Service } from '../service.ts';
import { type AsteriskAccess, openAsterisk } from './asterisk-choice.ts';
import { lockDataDir } from './instance-lock.ts';
import { Shutdown } from './shutdown.ts';
import type { StartClock } from './start-clock.ts';

/** How a start is ended before it is over. */
export interface Stop {
  /** Aborts when the service is told to end. */
  readonly signal: AbortSignal;
  readonly shutdown: Shutdown;
}

/**
 * Boots Asterisk while Node reads the rest of the code and opens the database: each takes about as long as the other.
 * @throws what went wrong, or the signal's reason; what was started by then is ended.
 */
export async function start(
  config: Config,
  log: Log,
  progress: (line: string) => void,
  clock: StartClock,
  { signal, shutdown }: Stop = { signal: new AbortController().signal, shutdown: new Shutdown(log) },
): Promise<Service> {
  let booting: Promise<AsteriskAccess> | undefined;
  try {
    signal.throwIfAborted();
    const lock = await lockDataDir(config.dataDir);
    shutdown.add('lock', () => lock.release());
    signal.throwIfAborted();
    booting = openAsterisk(config, log, shutdown, progress, signal);
    booting.catch(() => undefined); // `assemble` meets the failure where it needs Asterisk
    const { assemble } = await import('../service.ts');
    clock.done('reading the rest of the code');
    return await assemble({ config, log, shutdown, clock, signal, asterisk: booting });
  } catch (error) {
    await booting?.catch(() => undefined); // else it would boot after its end
    await shutdown.run(signal.aborted ? 'stop' : 'leave');
    throw error;
  }
}
