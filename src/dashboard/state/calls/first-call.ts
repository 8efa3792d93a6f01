import { effect, signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { shownCalls } from './calls.ts';

/** Whether there has ever been a call: before the first one the page guides towards it. Undefined: not known yet. */
export const hasCalled = signal<boolean | undefined>(undefined);

effect(() => {
  if (shownCalls.value.length > 0) hasCalled.value = true;
});

/** @throws ApiError */
export async function readHasCalled(): Promise<void> {
  if (hasCalled.peek() === true) return;
  const { total } = await call('get', '/api/v1/calls', { query: { state: 'ended', limit: 1 } });
  hasCalled.value = total > 0;
}
