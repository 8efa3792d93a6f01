/** Waits until the process at the other end of its standard input is gone, and ends what it left behind. */
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { readLiveRecord, stopAsterisk } from '../src/embedded/asterisk-process.ts';
import { signalProcess, waitUntilGone } from '../src/embedded/running-process.ts';
import type { Guarded, GuardMessage } from './guarded.ts';

/** A gateway ends its calls and its Asterisk first. */
const patienceMs = 30_000;

const left = new Map<number, Guarded>();
for await (const line of createInterface({ input: process.stdin })) {
  const { id, guarded } = JSON.parse(line) as GuardMessage;
  if (guarded === undefined) left.delete(id);
  else left.set(id, guarded);
}
// First the processes: a gateway would start its Asterisk again.
await Promise.all([...left.values()].map(endProcess));
await Promise.all([...left.values()].map(endAsterisk));
await Promise.all([...left.values()].map(removeFolder));

async function endProcess({ process: running }: Guarded): Promise<void> {
  if (running === undefined) return;
  signalProcess(running, 'SIGTERM');
  if (!(await waitUntilGone(running, patienceMs))) signalProcess(running, 'SIGKILL');
}

async function endAsterisk({ recordFile }: Guarded): Promise<void> {
  if (recordFile === undefined) return;
  try {
    const record = await readLiveRecord(recordFile);
    if (record !== undefined) await stopAsterisk(record);
  } catch {
    // One that cannot be ended must not save the others.
  }
}

async function removeFolder({ folder }: Guarded): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
