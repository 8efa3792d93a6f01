import { signal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';

/** What the gateway reports only to the owner. Undefined: not read yet. */

export type SystemReport = Answer<'get', '/api/v1/system'>;
export const systemReport = signal<SystemReport | undefined>(undefined);

/** @throws ApiError */
export async function readSystem(): Promise<void> {
  systemReport.value = await call('get', '/api/v1/system');
}
