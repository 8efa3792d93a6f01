import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import type { AsteriskProgram } from '../../provision/asterisk-program.ts';
import type { Service } from '../../service.ts';
import { type AsteriskAccess, chooseAsterisk } from '../asterisk/asterisk-choice.ts';
import { lockDataDir } from './instance-lock.ts';
import { OwnCertificate } from '../network/own-certificate.ts';
import { Shutdown } from './shutdown.ts';
import type { FaultWatch } from './fault-watch.ts';
import { chooseSipFiles, warnOfClearKeys } from '../asterisk/sip-files.ts';
import type { StartClock } from './start-clock.ts';

export interface StartNeeds {
  config: Config;
  log: Log;
  /** Takes lines for the terminal. */
  progress: (line: string) => void;
  /** The Asterisk to boot, if not the one in use on this machine. */
  program?: AsteriskProgram;
  clock: StartClock;
  faults: FaultWatch;
  /** Aborts when the service is asked to stop. */
  readonly signal: AbortSignal;
  readonly shutdown: Shutdown;
  /** Ends the process without a shutdown, so that calls stay up in Asterisk for the next start. */
  giveUp: () => void;
}

/**
 * Boots Asterisk while Node reads the rest of the code and opens the database: the two take about the same time.
 * @throws what went wrong, or the signal's reason; what was started by then has been ended.
 */
export async function start({
  config,
  log,
  progress,
  program,
  clock,
  faults,
  signal,
  shutdown,
  giveUp,
}: StartNeeds): Promise<Service> {
  let booting: Promise<AsteriskAccess> | undefined;
  try {
    signal.throwIfAborted();
    const lock = await lockDataDir(config.dataDir, () => {
      log.error('another Holdfast has taken the data folder: this one ends, and leaves the calls to it');
      giveUp();
    });
    shutdown.add('lock', () => lock.release());
    signal.throwIfAborted();
    warnOfClearKeys(config, log);
    const sipFiles = chooseSipFiles(config, log);
    if (config.https !== undefined) await sipFiles?.refresh(); // its certificate may be that of SIP, and have expired
    const certificate = config.https === undefined ? undefined : await OwnCertificate.open(config.https, log);
    if (certificate !== undefined) shutdown.add('certificate', () => certificate.stop());
    booting = chooseAsterisk({ config, log, shutdown, sipFiles, progress, program, signal });
    booting.catch(() => undefined); // `assemble` handles the failure where it needs Asterisk
    const { assemble } = await import('../../service.ts');
    clock.done('reading the rest of the code');
    return await assemble({
      config,
      log,
      clock,
      faults,
      signal,
      shutdown,
      asterisk: booting,
      sipFiles,
      certificate,
    });
  } catch (error) {
    await booting?.catch(() => undefined); // otherwise Asterisk would go on booting after this process has ended
    await shutdown.run(signal.aborted ? 'stop' : 'leave');
    throw error;
  }
}
