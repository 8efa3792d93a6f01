import { effect, signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { shownCalls } from './calls.ts';

/** Whether there has ever been a call: before the first one the page guides towards it. Undefined: not known yet. */
export const hasCalled = signal<boolean | undefined>(undefined);

effect(() => {
  if (shownCalls.value.length > 0) hasCalled.value = true;
});

/** A gateway that cannot say is taken for one that has called: the guide would hide the form. @throws ApiError when it cannot be reached. */
export async function readHasCalled(): Promise<void> {
  if (hasCalled.peek() === true) return;
  try {
    const { total } = await call('get', '/api/v1/calls', { query: { state: 'ended', limit: 1 } });
    hasCalled.value = total > 0;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    hasCalled.value = true;
  }
}
