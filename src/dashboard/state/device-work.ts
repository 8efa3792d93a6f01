import { call, request } from '../api/client.ts';
import type { Device } from '../api/types.ts';
import { devices, readDevices } from './devices.ts';

/** Changing the owner's devices. All of it throws ApiError with the refusal. */

export type NewDevice = Device & { sip_password?: string };

export interface WantedDevice {
  name: string;
  type: Device['type'];
  sip_uri: string;
}

/** A new device rings after all others. @returns it, with its password if it registers here. */
export async function addDevice(wanted: WantedDevice): Promise<NewDevice> {
  const priority = Math.min(1000, Math.max(0, ...(devices.peek() ?? []).map((each) => each.priority)) + 10);
  const created = await call('post', '/api/v1/devices', { body: { ...wanted, priority } });
  await readDevices();
  return created;
}

export async function renameDevice(id: string, name: string): Promise<void> {
  await call('put', '/api/v1/devices/{device_id}', { path: { device_id: id }, body: { name } });
  await readDevices();
}

export async function removeDevice(id: string): Promise<void> {
  await call('delete', '/api/v1/devices/{device_id}', { path: { device_id: id } });
  await readDevices();
}

/** They ring in this order. */
export async function orderDevices(ids: readonly string[]): Promise<void> {
  await request('/api/v1/devices/order', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  });
  await readDevices();
}

/** The earlier password is good no more. */
export async function renewPassword(id: string): Promise<NewDevice> {
  return request<NewDevice>(`/api/v1/devices/${encodeURIComponent(id)}/password`, { method: 'POST' });
}

export interface RingResult {
  answered: boolean;
  /** How long it rang. */
  seconds: number;
  /** Why nobody answered. */
  detail: string | null;
}

/** Rings the device, with nobody at the other end, until it is answered; the result takes up to 25 seconds. */
export async function testRing(id: string): Promise<RingResult> {
  return request<RingResult>(`/api/v1/devices/${encodeURIComponent(id)}/test-ring`, { method: 'POST' });
}
