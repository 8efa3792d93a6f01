import { computed, signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Device, StreamEvent } from '../../api/types.ts';

/** The owner's devices in ringing order. Undefined: not read yet. */
export const devices = signal<readonly Device[] | undefined>(undefined);
/** Why they could not be read, the last time. */
export const devicesFault = signal<string | undefined>(undefined);
export const onlineDevices = computed(() => (devices.value ?? []).filter((each) => each.is_online));

/** @throws ApiError */
export async function readDevices(): Promise<void> {
  try {
    const answer = await call('get', '/api/v1/devices');
    devices.value = [...answer.devices].sort((a, b) => a.priority - b.priority);
    devicesFault.value = undefined;
  } catch (error) {
    devicesFault.value = explain(error);
    throw error;
  }
}

/**
 * @returns whether the devices must be read again: one is unknown, or a browser is gone, which may be one that can be
 * woken.
 */
export function applyDeviceEvent(event: StreamEvent): boolean {
  if (event.type !== 'device_online' && event.type !== 'device_offline') return false;
  const { device } = event.data;
  const isOnline = event.type === 'device_online';
  const known = devices.peek();
  if (known === undefined || !known.some(({ id }) => id === device)) return true;
  devices.value = known.map((each) => (each.id === device ? { ...each, is_online: isOnline } : each));
  return !isOnline && known.some(({ id, type }) => id === device && type === 'webrtc');
}
