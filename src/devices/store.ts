import type { Device } from '../domain/device.ts';
import type { UnreadableSecret } from '../domain/unreadable-secret.ts';

export interface StoredDevice {
  device: Device;
  /** The normalised address (host in lower case); unique. */
  addressKey: string;
  /** Only for a phone that registers here. */
  sipPassword: string | UnreadableSecret | null;
  /** The session or token of the browser; null for any other device. Never changes. */
  credentialId: string | null;
  /** Updated only by `touchOnline`. */
  lastOnlineAtMs: number | null;
}

/** Stores devices; implemented by `src/store`. */
export interface DeviceStore {
  list(): Promise<StoredDevice[]>;
  get(deviceId: string): Promise<StoredDevice | undefined>;
  /** @throws AppError `conflict` when another device has this address. */
  insert(stored: StoredDevice): Promise<void>;
  /** @returns false when it does not exist. @throws AppError `conflict` when another device has this address. */
  replace(stored: StoredDevice): Promise<boolean>;
  /**
   * Changes only the password, so concurrent changes of the device survive. @returns false when it does not exist.
   */
  replacePassword(deviceId: string, sipPassword: string, updatedAtMs: number): Promise<boolean>;
  /** All or none. */
  setPriorities(priorities: ReadonlyMap<string, number>, updatedAtMs: number): Promise<void>;
  touchOnline(deviceId: string, atMs: number): Promise<void>;
  /** @returns false when it does not exist. */
  remove(deviceId: string): Promise<boolean>;
}
