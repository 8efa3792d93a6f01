import { untilAborted } from './async/until-aborted.ts';
import { readEnvFile } from './config/env-file.ts';
import { readConfig } from './config/read-config.ts';
import { describeError } from './domain/errors.ts';
import { linkMinutes } from './identity/links/link-desk.ts';
import { createLog, outliveReaders } from './log/winston-log.ts';
import { writePrivately } from './secrets/private-folder.ts';
import { makeDataFolder } from './wiring/process/data-folder.ts';
import { FaultWatch } from './wiring/process/fault-watch.ts';
import { Shutdown } from './wiring/process/shutdown.ts';
import { StartClock } from './wiring/process/start-clock.ts';
import { start } from './wiring/process/start.ts';
import { stopPatienceSeconds, takeStopSignals } from './wiring/process/stop-request.ts';

/** EX_SOFTWARE of sysexits(3): tells a supervisor that a new start is worth trying. */
const brokenExitCode = 70;
/** EX_USAGE. */
const usageExitCode = 64;

if (process.argv.length > 2) {
  console.error(
    `holdfast: no arguments are taken, not ${process.argv[2]}: docs/configuration.md has the settings`,
  );
  process.exit(usageExitCode);
}

const signal = takeStopSignals();
outliveReaders();
writePrivately();

try {
  const clock = new StartClock();
  clock.done('Node, and reading what Asterisk needs');
  const { unknown, tooLate } = readEnvFile();
  const config = readConfig(process.env);
  await makeDataFolder(config.dataDir);
  const log = createLog({ level: config.logLevel, readable: process.stdout.isTTY });
  if (unknown.length > 0)
    log.warn('.env has names that are not settings: see docs/configuration.md', { names: unknown });
  if (tooLate.length > 0)
    log.warn('.env has names that Node reads before it: set them in the environment', { names: tooLate });
  const shutdown = new Shutdown(log);
  void untilAborted(signal).then(() => {
    log.info('stopping', { why: describeError(signal.reason) });
    setTimeout(() => {
      log.error('the service did not stop in time', { stopPatienceSeconds });
      shutdown.abandon();
      process.exit(1);
    }, stopPatienceSeconds * 1000).unref();
  });

  const faults = new FaultWatch();
  const giveUp = (): never => process.exit(brokenExitCode);
  const service = await start({
    config,
    log,
    progress: (line) => console.log(`… ${line}`),
    clock,
    faults,
    signal,
    shutdown,
    giveUp,
  });
  faults.watch({ log, answers: () => service.answers(), giveUp });
  log.debug('started', { steps: clock.steps });
  // Not before everything works: a token that a failing start had made would never be shown. And before the line that says
  // so: a program that waits for it may end the service at once.
  const firstSignIn = signal.aborted ? undefined : await service.createFirstSignIn();
  if (firstSignIn !== undefined) {
    const { token, link } = firstSignIn;
    console.log(`\nOpen this within ${linkMinutes} minutes; it signs you in, once:\n\n  ${link}`);
    console.log(`\nThe owner's token, for programs and other browsers, shown only once:\n\n  ${token}\n`);
  }
  console.log(`Holdfast is ready at ${config.publicUrl}`);

  await untilAborted(signal);
  await service.stop();
  process.exit(0);
} catch (error) {
  // A start that was told to stop has already ended what it had begun.
  if (signal.aborted) process.exit(0);
  for (const line of describeError(error).split('\n')) console.error(`holdfast: ${line}`);
  process.exit(1);
}
