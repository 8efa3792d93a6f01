import { signal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';
import { newestOf } from '../../api/newest.ts';

/** The gateway's state from `/health`, which needs no sign-in. Undefined: not read yet. */
export const health = signal<Answer<'get', '/health'> | undefined>(undefined);

const newest = newestOf((report: Answer<'get', '/health'>) => (health.value = report));

/** @throws ApiError */
export const readHealth = (): Promise<void> => newest.ask(call('get', '/health'));
