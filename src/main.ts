import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import dotenv from 'dotenv';
import { describeError } from './domain/errors.ts';
import { readConfig } from './config/config.ts';
import { createLog } from './log/winston-log.ts';
import { writePrivately } from './secrets/private-folder.ts';
import { start } from './wiring/start.ts';
import { FaultWatch } from './wiring/fault-watch.ts';
import { StartClock } from './wiring/start-clock.ts';

/** Longer than an orderly end takes: calls 6 s, Asterisk 12 s at most. */
const patienceSeconds = 25;
/** EX_SOFTWARE of sysexits(3): tells a supervisor that a new start is worth trying. */
const brokenExitCode = 70;

writePrivately();
if (existsSync('.env')) dotenv.config({ quiet: true });

try {
  const clock = new StartClock();
  clock.done('Node, and reading what Asterisk needs');
  const config = readConfig(process.env);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const log = createLog({ level: config.logLevel, readable: process.stdout.isTTY });
  const faults = new FaultWatch();
  const service = await start(config, log, (line) => console.log(`… ${line}`), { clock, faults });
  faults.watch({ log, answers: () => service.answers(), giveUp: () => process.exit(brokenExitCode) });
  log.debug('started', { steps: clock.steps });

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info('stopping', { signal });
      setTimeout(() => {
        log.error('the service did not stop in time', { patienceSeconds });
        service.abandon();
        process.exit(1);
      }, patienceSeconds * 1000).unref();
      void service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('the service did not stop in order', { error: describeError(error) });
          process.exit(1);
        },
      );
    });

  // Whoever waits for this line may end the service at once.
  if (service.firstToken !== undefined)
    console.log(`\nThe owner's token, shown this once:\n\n  ${service.firstToken}\n`);
  console.log(`Holdfast is ready at ${config.publicUrl}`);
} catch (error) {
  console.error(`holdfast: ${describeError(error)}`);
  process.exit(1);
}
