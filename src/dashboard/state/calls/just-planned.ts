import { computed, signal } from '@preact/signals';
import { plannedCalls } from './calls.ts';

/** The call that this page planned last, until that is dismissed or the call begins. */

const plannedId = signal<string | undefined>(undefined);

export const justPlanned = computed(() => plannedCalls.value.find(({ id }) => id === plannedId.value));

export function tellPlanned(id: string | undefined): void {
  plannedId.value = id;
}
