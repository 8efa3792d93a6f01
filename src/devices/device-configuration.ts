import { AppError, describeError, isRefusal } from '../domain/errors.ts';
import { UnreadableSecret } from '../domain/unreadable-secret.ts';
import type { Log } from '../log/log.ts';
import type { DeviceLines } from './desk.ts';
import type { StoredDevice } from './store.ts';

/** Brings stored devices to Asterisk. */
export interface DeviceConfiguration {
  /** @throws AppError when Asterisk refuses the device, or its password cannot be read. */
  configure(stored: StoredDevice): Promise<void>;
  /**
   * If Asterisk refuses the device itself (a name that is taken), the stored change is undone. After any other failure it stays: Asterisk
   * gets every device again when it is back.
   * @throws AppError as `configure`
   */
  configureOrUndo(stored: StoredDevice, undo: () => Promise<unknown>): Promise<void>;
  /** Configures all devices, and removes those that Asterisk knows besides. Never rejects. */
  configureAll(stored: readonly StoredDevice[]): Promise<void>;
  /** Never rejects. */
  remove(deviceId: string): Promise<void>;
}

export function createDeviceConfiguration(
  lines: Pick<DeviceLines, 'push' | 'pushedAll' | 'remove'>,
  log: Log,
): DeviceConfiguration {
  async function configure({ device, sipPassword }: StoredDevice): Promise<void> {
    if (sipPassword instanceof UnreadableSecret)
      throw new AppError('unavailable', describeUnreadable(sipPassword));
    try {
      await lines.push({ device, sipPassword });
    } catch (error) {
      if (isRefusal(error)) throw error;
      log.warn('a device is stored but not yet known to Asterisk', {
        device: device.id,
        why: describeError(error),
      });
    }
  }

  return {
    configure,

    async configureOrUndo(stored, undo) {
      try {
        await configure(stored);
      } catch (refusal) {
        await undo();
        throw refusal;
      }
    },

    async configureAll(all) {
      await Promise.all(
        all.map((stored) =>
          configure(stored).catch((error: unknown) => {
            log.error('a stored device cannot be used', {
              device: stored.device.id,
              why: describeError(error),
            });
          }),
        ),
      );
      await lines.pushedAll().catch((error: unknown) => {
        log.warn('devices that are gone may still be known to Asterisk', { why: describeError(error) });
      });
    },

    async remove(deviceId) {
      await lines.remove(deviceId).catch((error: unknown) => {
        log.warn('a removed device is still known to Asterisk', {
          device: deviceId,
          why: describeError(error),
        });
      });
    },
  };
}

export function describeUnreadable({ why }: UnreadableSecret): string {
  return `its password cannot be read: ${why}; or change the device (PUT) to get a new password`;
}
