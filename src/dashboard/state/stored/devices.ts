import { computed, signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Device, StreamEvent } from '../../api/types.ts';

/** The owner's devices in ringing order. Undefined: not read yet. */
export const devices = signal<readonly Device[] | undefined>(undefined);
/** Why they could not be read, the last time. */
export const devicesFault = signal<string | undefined>(undefined);
export const onlineDevices = computed(() => (devices.value ?? []).filter((each) => each.is_online));

/** Whether each device is online by the events since a read began, for each read under way. */
const reportedMeanwhile = new Set<Map<string, boolean>>();
let readsBegun = 0;
let newestRead = 0;

/** @throws ApiError */
export async function readDevices(): Promise<void> {
  const read = (readsBegun += 1);
  const reported = new Map<string, boolean>();
  reportedMeanwhile.add(reported);
  try {
    const answer = await call('get', '/api/v1/devices');
    if (read < newestRead) return; // overtaken by one that began later
    newestRead = read;
    devices.value = answer.devices
      .map((each) => ({ ...each, is_online: reported.get(each.id) ?? each.is_online }))
      .sort((a, b) => a.priority - b.priority);
    devicesFault.value = undefined;
  } catch (error) {
    if (read > newestRead) devicesFault.value = explain(error);
    throw error;
  } finally {
    reportedMeanwhile.delete(reported);
  }
}

/** For the page itself, and after a change, which is done all the same: `devicesFault` says what failed, and it is tried again. */
export async function rereadDevices(): Promise<void> {
  await readDevices().catch(() => undefined);
}

/** To another place in the ringing order; a read under way does not know of that yet. */
export function moveDevice(from: number, to: number): void {
  const next = [...(devices.peek() ?? [])];
  const [device] = next.splice(from, 1);
  if (device === undefined) return;
  next.splice(to, 0, device);
  newestRead = readsBegun += 1;
  devices.value = next;
}

/**
 * @returns whether the devices must be read again: one is unknown, or a browser is gone, which may be one that can be
 * woken.
 */
export function applyDeviceEvent(event: StreamEvent): boolean {
  if (event.type !== 'device_online' && event.type !== 'device_offline') return false;
  const { device } = event.data;
  const isOnline = event.type === 'device_online';
  for (const reported of reportedMeanwhile) reported.set(device, isOnline);
  const known = devices.peek();
  if (known === undefined || !known.some(({ id }) => id === device)) return true;
  devices.value = known.map((each) => (each.id === device ? { ...each, is_online: isOnline } : each));
  return !isOnline && known.some(({ id, type }) => id === device && type === 'webrtc');
}
