import type { Device } from '../domain/device.ts';
import type { UnreadableSecret } from '../domain/unreadable-secret.ts';

export interface StoredDevice {
  device: Device;
  /** The address, normalised (letter case of the host); unique. */
  addressKey: string;
  /** Only of a phone that registers here. */
  sipPassword: string | UnreadableSecret | null;
  /** The session or token whose browser it is; null for every other device. Never changes. */
  credentialId: string | null;
  /** Moves by `touchOnline` alone. */
  lastOnlineAtMs: number | null;
}

/** Where devices are kept; implemented by `src/store`. */
export interface DeviceStore {
  list(): Promise<StoredDevice[]>;
  get(deviceId: string): Promise<StoredDevice | undefined>;
  /** @throws AppError `conflict` when a device has this address. */
  insert(stored: StoredDevice): Promise<void>;
  /** @returns false when there is none. @throws AppError `conflict` when another device has this address. */
  replace(stored: StoredDevice): Promise<boolean>;
  /** The password alone, wherever else the device was changed meanwhile. @returns false when there is none. */
  replacePassword(deviceId: string, sipPassword: string, updatedAtMs: number): Promise<boolean>;
  /** All or none. */
  setPriorities(priorities: ReadonlyMap<string, number>, updatedAtMs: number): Promise<void>;
  touchOnline(deviceId: string, atMs: number): Promise<void>;
  /** @returns false when there is none. */
  remove(deviceId: string): Promise<boolean>;
}
