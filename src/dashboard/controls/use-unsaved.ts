import { useLayoutEffect } from 'preact/hooks';
import { holdUnsaved } from '../state/unsaved.ts';

const nothing = (): void => undefined;

/**
 * While there is typed work, leaving its page asks first.
 * @param loss what leaving loses, as a sentence; @param discard for work that outlives its page.
 */
export function useUnsaved(isTyped: boolean, loss: string, discard: () => void = nothing): void {
  useLayoutEffect(() => (isTyped ? holdUnsaved({ loss, discard }) : undefined), [isTyped]);
}
