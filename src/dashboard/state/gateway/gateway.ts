import { signal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';

/** The gateway's state from `/health`, which needs no sign-in. Undefined: not read yet. */
export const health = signal<Answer<'get', '/health'> | undefined>(undefined);

export async function readHealth(): Promise<void> {
  health.value = await call('get', '/health');
}
