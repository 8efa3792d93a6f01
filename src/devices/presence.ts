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
}

/** Records when devices come online and go offline. @returns the function that ends it. */
export function recordPresence({ store, lines, journal, log, nowMs }: PresenceNeeds): () => void {
  async function record(deviceId: string, isOnline: boolean, atMs: number): Promise<void> {
    const name = (await store.get(deviceId))?.device.name;
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
  return lines.onChange((deviceId, isOnline) => {
    const atMs = nowMs();
    changes
      .run(() => record(deviceId, isOnline, atMs))
      .catch((error: unknown) => {
        log.warn('a change of a device was not recorded', { device: deviceId, why: describeError(error) });
      });
  });
}
