import type { Device, DeviceType, DeviceWithState } from '../domain/device.ts';

export interface DeviceDraft {
  name: string;
  type: DeviceType;
  sip_uri: string;
  priority?: number | undefined;
  capabilities?: string[] | undefined;
}

/** What may be asked about the owner's devices. */
export interface DeviceDesk {
  list(): Promise<DeviceWithState[]>;
  /** `sipPassword` only for a phone that registers here; it is returned this once. @throws AppError `invalid`, `refused`, `conflict`. */
  create(
    draft: DeviceDraft,
    /** Of a browser: the session or token that it goes with. */
    credentialId?: string,
  ): Promise<{ device: DeviceWithState; sipPassword: string | undefined }>;
  /** A phone that begins to register here gets a password. @throws AppError `not_found`, `invalid`, `refused`, `conflict`. */
  update(
    deviceId: string,
    changes: Partial<DeviceDraft>,
  ): Promise<{ device: DeviceWithState; sipPassword: string | undefined }>;
  /** A new password for a phone that registers here; the earlier one is good no more. @throws AppError `not_found`, `conflict`. */
  renewPassword(deviceId: string): Promise<{ device: DeviceWithState; sipPassword: string }>;
  /**
   * They ring one after the other, in this order.
   * @param deviceIds every device, once.
   * @throws AppError `invalid`
   */
  order(deviceIds: readonly string[]): Promise<DeviceWithState[]>;
  /** @throws AppError `not_found` */
  remove(deviceId: string): Promise<void>;
}

/** A device as Asterisk must know it. */
export interface DeviceRegistration {
  device: Device;
  /** The password of a phone that registers here; null for the others. */
  sipPassword: string | null;
}

/** The telephone side of devices; implemented by `src/asterisk`. */
export interface DeviceLines {
  /** Makes the device known to Asterisk, now (if it is connected) and after every reconnection or restart. Replaces an earlier push. */
  push(registration: DeviceRegistration): Promise<void>;
  remove(deviceId: string): Promise<void>;
  isOnline(deviceId: string): boolean;
  onChange(listener: (deviceId: string, isOnline: boolean) => void): () => void;
}
