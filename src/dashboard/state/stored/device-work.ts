import { type Answer, call } from '../../api/client.ts';
import type { Device } from '../../api/types.ts';
import { devices, rereadDevices } from './devices.ts';

/** Changes to the owner's devices. Everything here throws ApiError with the refusal. */

/** With its password, if it registers here. */
export type NewDevice = Answer<'post', '/api/v1/devices'>;

export interface WantedDevice {
  name: string;
  type: Device['type'];
  sip_uri: string;
  confirm_answer?: boolean;
}

/** A new device rings after all others. @returns it, with its password if it registers here. */
export async function addDevice(wanted: WantedDevice): Promise<NewDevice> {
  const priority = Math.min(1000, Math.max(0, ...(devices.peek() ?? []).map((each) => each.priority)) + 10);
  const created = await call('post', '/api/v1/devices', { body: { ...wanted, priority } });
  await rereadDevices();
  return created;
}

export async function renameDevice(id: string, name: string): Promise<void> {
  await call('put', '/api/v1/devices/{device_id}', { path: { device_id: id }, body: { name } });
  await rereadDevices();
}

/** Whether whoever answers must press 1. */
export async function askForKey(id: string, wanted: boolean): Promise<void> {
  await call('put', '/api/v1/devices/{device_id}', {
    path: { device_id: id },
    body: { confirm_answer: wanted },
  });
  await rereadDevices();
}

export async function removeDevice(id: string): Promise<void> {
  await call('delete', '/api/v1/devices/{device_id}', { path: { device_id: id } });
  await rereadDevices();
}

let ordering: Promise<void> | undefined;
let wantedOrder: readonly string[] | undefined;

/** Sets the ringing order. One after the other: of two that are under way, the older could arrive last. */
export async function orderDevices(ids: readonly string[]): Promise<void> {
  wantedOrder = ids;
  if (ordering !== undefined) return await ordering;
  ordering = storeOrder().finally(() => (ordering = undefined));
  await ordering;
  await rereadDevices();
}

async function storeOrder(): Promise<void> {
  while (wantedOrder !== undefined) {
    const ids = [...wantedOrder];
    wantedOrder = undefined;
    await call('put', '/api/v1/devices/order', { body: { ids } });
  }
}

/** Invalidates the earlier password. */
export async function renewPassword(id: string): Promise<NewDevice> {
  return call('post', '/api/v1/devices/{device_id}/password', { path: { device_id: id } });
}

type RingResult = Answer<'post', '/api/v1/devices/{device_id}/test-ring'>;

/** Rings the device, without a caller, until it is answered; the result takes up to 25 seconds. */
export async function testRing(id: string): Promise<RingResult> {
  return call('post', '/api/v1/devices/{device_id}/test-ring', { path: { device_id: id } });
}
