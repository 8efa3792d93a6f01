import { computed, signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import { newestOf } from '../../api/newest.ts';
import type { Device, StreamEvent } from '../../api/types.ts';

/** The owner's devices in ringing order. Undefined: not read yet. */
export const devices = signal<readonly Device[] | undefined>(undefined);
/** Why they could not be read, the last time. */
export const devicesFault = signal<string | undefined>(undefined);
export const onlineDevices = computed(() => (devices.value ?? []).filter((each) => each.is_online));

/** Whether each device is online by the events since a read began, for each read under way. */
const reportedMeanwhile = new Set<Map<string, boolean>>();

const newest = newestOf((known: readonly Device[]) => {
  devices.value = [...known].sort((a, b) => a.priority - b.priority);
  devicesFault.value = undefined;
});

/** @throws ApiError, also where a later read was faster. */
export async function readDevices(): Promise<void> {
  const reported = new Map<string, boolean>();
  reportedMeanwhile.add(reported);
  const reading = call('get', '/api/v1/devices').then((answer) =>
    answer.devices.map((each) => ({ ...each, is_online: reported.get(each.id) ?? each.is_online })),
  );
  try {
    await newest.ask(reading).catch((error: unknown) => (devicesFault.value = explain(error)));
    await reading;
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
  // As the gateway stores them: a new order leaves none that ring together.
  newest.put(next.map((each, index) => ({ ...each, priority: index + 1 })));
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
