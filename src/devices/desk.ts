import type { EditGuard } from '../domain/edit-guard.ts';
import type { Device, DeviceType, DeviceWithState } from '../domain/device.ts';

export interface DeviceDraft {
  name: string;
  type: DeviceType;
  sip_uri: string;
  priority?: number | undefined;
  capabilities?: string[] | undefined;
  confirm_answer?: boolean | undefined;
}

/** Operations on the owner's devices. */
export interface DeviceDesk {
  list(): Promise<DeviceWithState[]>;
  /**
   * `sipPassword` only for a phone that registers here; it is shown only this once. @throws AppError `invalid`,
   * `refused`, `conflict`.
   */
  create(
    draft: DeviceDraft,
    /** For a browser: the session or token it belongs to. */
    credentialId?: string,
  ): Promise<{ device: DeviceWithState; sipPassword: string | undefined }>;
  /**
   * A phone that newly registers here gets a password. @throws AppError `not_found`, `invalid`, `refused`,
   * `conflict`, `changed`.
   */
  update(
    deviceId: string,
    changes: Partial<DeviceDraft>,
    guard?: EditGuard<Device>,
  ): Promise<{ device: DeviceWithState; sipPassword: string | undefined }>;
  /**
   * Sets a new password for a phone that registers here and invalidates the old one. @throws AppError `not_found`,
   * `conflict`.
   */
  renewPassword(deviceId: string): Promise<{ device: DeviceWithState; sipPassword: string }>;
  /**
   * Sets the order in which they ring, one after the other.
   * @param deviceIds every device, once.
   * @throws AppError `invalid`
   */
  order(deviceIds: readonly string[]): Promise<DeviceWithState[]>;
  /** @throws AppError `not_found`, `changed` */
  remove(deviceId: string, guard?: EditGuard<Device>): Promise<void>;
}

/** A device with everything that Asterisk needs. */
export interface DeviceRegistration {
  device: Device;
  /** The password of a phone that registers here; null for the others. */
  sipPassword: string | null;
}

/** The telephony side of devices; implemented by `src/asterisk`. */
export interface DeviceLines {
  /**
   * Configures the device in Asterisk now, if connected, and after every reconnection or restart. Replaces what
   * was configured before.
   */
  push(registration: DeviceRegistration): Promise<void>;
  /** Every device has been pushed: others that Asterisk knows are deleted, now and at each connection from now on. */
  pushedAll(): Promise<void>;
  remove(deviceId: string): Promise<void>;
  isOnline(deviceId: string): boolean;
  onChange(listener: (deviceId: string, isOnline: boolean) => void): () => void;
  /** A phone has registered from another address: what was sent to the previous one no longer reaches it. */
  onMove(listener: (deviceId: string) => void): () => void;
}
