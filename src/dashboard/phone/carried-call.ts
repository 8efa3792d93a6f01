import { computed } from '@preact/signals';
import { runningCalls } from '../state/calls/calls.ts';
import { phoneDeviceId, talkHere } from './phone.ts';

/** The call whose talk this browser carries. */
export const carriedCall = computed(() => {
  if (talkHere.value === undefined) return undefined;
  return runningCalls.value.find(({ view: { value: view } }) => {
    return view.status === 'connected' && view.device === phoneDeviceId.value;
  });
});
