import { signal } from '@preact/signals';
import { callWithPerson } from '../../state/calls/calls.ts';

/** The call whose person screen was minimised; a new person opens it again. */
const shrunkFor = signal<string | undefined>(undefined);

/** Identifies one person's turn: the same call may have another later. */
function turnKey(): string | undefined {
  const live = callWithPerson.value;
  return live === undefined ? undefined : `${live.id} ${live.person.value?.atMs ?? 0}`;
}

export const isPersonScreenOpen = (): boolean => turnKey() !== undefined && shrunkFor.value !== turnKey();

export function shrinkPersonScreen(): void {
  shrunkFor.value = turnKey();
}

export function openPersonScreen(): void {
  shrunkFor.value = undefined;
}
