import { signal } from '@preact/signals';
import { call, request } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { Answer } from '../api/client.ts';

/** What only the owner is told of the gateway. */

export interface SystemReport {
  version: string;
  trunk?: {
    configured: boolean;
    host: string | null;
    /** Whether it answers; null while that is not known. */
    reachable: boolean | null;
    detail: string | null;
  };
  /** In bytes; null where it cannot be read. */
  disk?: { used: number; limit: number } | null;
  device_ring_seconds?: number;
  /** What a phone that registers here has as its server, the likeliest first. */
  sip?: { servers: string[] };
  policy?: { max_call_minutes?: number; blocked_number_types?: string[] };
}

export const systemReport = signal<SystemReport | undefined>(undefined);

/** A gateway that does not tell leaves the places empty. @throws ApiError */
export async function readSystem(): Promise<void> {
  try {
    systemReport.value = await request<SystemReport>('/api/v1/system', { method: 'GET' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

export type Spending = Answer<'get', '/api/v1/spending'>;
export const spending = signal<Spending | undefined>(undefined);

/** @throws ApiError */
export async function readSpending(): Promise<void> {
  spending.value = await call('get', '/api/v1/spending');
}
