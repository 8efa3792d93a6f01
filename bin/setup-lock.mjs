// The lock file of processes that set this checkout up. It names its holder.
//
// Plain JavaScript using only Node's own modules, because bin/ensure.mjs uses it before there are packages.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const lookIntervalMs = 200;
/** A lock file without a holder that is younger than this is being written just now. */
const writingMs = 5_000;
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `work` while no other process does; the lock of one that was killed is taken over.
 * @param onWait is called once if another process holds the lock.
 * @param onSignal is called with a signal that arrives meanwhile. The signal itself then ends this process, so that whoever sent it does
 *   not see a failure.
 */
export async function withSetupLock(lockFile, { onWait, onSignal }, work) {
  mkdirSync(dirname(lockFile), { recursive: true });
  let waiting = false;
  while (!tryLock(lockFile)) {
    if (!waiting) onWait();
    waiting = true;
    await delay(lookIntervalMs); // no event for a lock file works on every file system
  }
  const letGo = () => {
    for (const name of endSignals) process.off(name, end);
    rmSync(lockFile, { force: true });
  };
  const end = (signal) => {
    onSignal(signal);
    letGo();
    process.kill(process.pid, signal);
  };
  for (const name of endSignals) process.once(name, end);
  try {
    await work();
  } finally {
    letGo();
  }
}

function tryLock(lockFile) {
  try {
    writeFileSync(lockFile, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    const holder = readFileSync(lockFile, 'utf8');
    if (holds(holder)) return false;
    if (holder === '' && Date.now() - statSync(lockFile).mtimeMs < writingMs) return false;
    removeLockOf(holder, lockFile);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error; // another process was faster
  }
  return false; // the next try decides who gets it
}

/** Several processes may see the dead holder at once; one of them may have removed its lock and taken its own meanwhile. */
function removeLockOf(deadHolder, lockFile) {
  const aside = `${lockFile}.${process.pid}`;
  renameSync(lockFile, aside);
  if (readFileSync(aside, 'utf8') === deadHolder) rmSync(aside);
  else renameSync(aside, lockFile);
}

/** After a restart of the machine another process may have the number of one that was killed, even this one. */
function holds(holder) {
  const [pid, start = ''] = holder.split(' ');
  return Number(pid) > 0 && isAlive(Number(pid)) && (start === '' || start === startOf(Number(pid)));
}

/** When a process started, in ticks since the machine did (proc(5)); '' where the system does not say. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
