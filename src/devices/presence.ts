import { setTimeout as delay } from 'node:timers/promises';
import { InTurn } from '../async/in-turn.ts';
import type { Journal } from '../calls/store.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { DeviceLines } from './desk.ts';
import type { DeviceStore } from './store.ts';

export interface PresenceNeeds {
  store: Pick<DeviceStore, 'get' | 'touchOnline'>;
  lines: Pick<DeviceLines, 'onChange'>;
  journal: Pick<Journal, 'record'>;
  log: Log;
  nowMs: () => number;
  againMs?: number;
}

/** How soon a device that could not be read is read again. */
const defaultAgainMs = 5_000;

/** Records when devices come online and go offline. @returns the function that ends it. */
export function recordPresence({
  store,
  lines,
  journal,
  log,
  nowMs,
  againMs = defaultAgainMs,
}: PresenceNeeds): () => void {
  const ended = new AbortController();

  /** Waits for a database that is away: nothing else would report the change later. @returns undefined for a device that is gone. */
  async function nameOf(deviceId: string): Promise<string | undefined> {
    for (;;) {
      try {
        return (await store.get(deviceId))?.device.name;
      } catch (error) {
        log.warn('a change of a device is not recorded yet', { device: deviceId, why: describeError(error) });
        await delay(againMs, undefined, { signal: ended.signal, ref: false });
      }
    }
  }

  async function record(deviceId: string, isOnline: boolean, atMs: number): Promise<void> {
    const name = await nameOf(deviceId);
    if (name === undefined) return;
    log.info(isOnline ? 'a device is online' : 'a device is offline', { device: deviceId });
    // The journal keeps the event while the database is locked.
    await store.touchOnline(deviceId, atMs).catch((error: unknown) => {
      log.warn('the time when a device was last online was not stored', {
        device: deviceId,
        why: describeError(error),
      });
    });
    const type = isOnline ? 'device_online' : 'device_offline';
    await journal.record({ events: [{ type, callId: '', atMs, data: { device: deviceId, name } }] });
  }

  /** Recorded in turn: otherwise a device that comes and goes quickly could be stored as online for good. */
  const changes = new InTurn();
  const leave = lines.onChange((deviceId, isOnline) => {
    const atMs = nowMs();
    changes
      .run(() => record(deviceId, isOnline, atMs))
      .catch((error: unknown) => {
        log.warn('a change of a device was not recorded', { device: deviceId, why: describeError(error) });
      });
  });
  return () => {
    leave();
    ended.abort();
  };
}
