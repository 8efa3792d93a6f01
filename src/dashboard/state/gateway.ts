import { signal } from '@preact/signals';
import { request } from '../api/client.ts';

/** How the gateway is, from `/health`, which needs no sign-in. */
export interface Health {
  status: 'ok' | 'degraded';
  version: string;
  asterisk: { ok: boolean; detail?: string };
  database: { ok: boolean; detail?: string };
}

export const health = signal<Health | undefined>(undefined);

export async function readHealth(): Promise<void> {
  health.value = await request<Health>('/health', { method: 'GET' });
}
