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
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    const holder = Number(readFileSync(lockFile, 'utf8'));
    if (holder > 0 && isAlive(holder)) return false;
    if (holder === 0 && Date.now() - statSync(lockFile).mtimeMs < writingMs) return false;
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
  const taken = Number(readFileSync(aside, 'utf8'));
  if (Object.is(taken, deadHolder)) rmSync(aside);
  else renameSync(aside, lockFile);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
