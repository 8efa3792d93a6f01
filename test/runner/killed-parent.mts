/** Starts what the rig starts, in the shape of processes that only sleep, says so, and then waits to be killed. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { guardChild, guardUntilEnded } from '../../rig/guarded.ts';
import { writeProcessRecord } from '../../src/embedded/process-record.ts';
import { lookUpProcess } from '../../src/embedded/running-process.ts';

const folder = process.argv[2] ?? '';

function sleeper() {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const running = child.pid === undefined ? undefined : lookUpProcess(child.pid);
  if (running === undefined) throw new Error('sleep does not start');
  return { child, running };
}

const gateway = sleeper();
guardChild(gateway.child);

const asterisk = sleeper();
const recordFile = path.join(folder, 'instance.json');
// Its CLI does not answer.
const program = { command: '/bin/false', leadingArgs: [] };
await writeProcessRecord(recordFile, {
  process: asterisk.running,
  program,
  configFile: path.join(folder, 'none'),
});
await writeFile(path.join(folder, 'holdfast.db'), '');
guardUntilEnded({ recordFile, folder });

const given = sleeper();
guardUntilEnded({ process: given.running })();

const ended = { gateway: gateway.running, asterisk: asterisk.running, given: given.running };
process.stdout.write(`${JSON.stringify(ended)}\n`);
setInterval(() => undefined, 60_000);
