import { computed, signal } from '@preact/signals';

/** Typed work that is lost when its page is left, and the step away that waits for the owner's word. */

export interface Unsaved {
  /** `Your changes to this flow will be lost.` */
  loss: string;
  discard: () => void;
}

const works = signal<readonly Unsaved[]>([]);
export const isUnsaved = computed(() => works.value.length > 0);

interface Leaving {
  losses: readonly string[];
  go: () => void;
}
export const leaving = signal<Leaving | undefined>(undefined);

/** @returns a function that ends it: the work is stored, discarded or gone with its page. */
export function holdUnsaved(work: Unsaved): () => void {
  works.value = [...works.peek(), work];
  return () => {
    works.value = works.peek().filter((each) => each !== work);
    if (!isUnsaved.peek()) stay();
  };
}

/** Goes at once, or asks first. */
export function leave(go: () => void): void {
  if (isUnsaved.peek()) leaving.value = { losses: works.peek().map(({ loss }) => loss), go };
  else go();
}

export function stay(): void {
  leaving.value = undefined;
}

/** @param go the step that waits for it, by default. */
export function leaveWithoutSaving(go = leaving.peek()?.go): void {
  const lost = works.peek();
  leaving.value = undefined;
  works.value = [];
  for (const { discard } of lost) discard();
  go?.();
}
