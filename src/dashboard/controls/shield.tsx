import './shield.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Nobody sees what has changed and presses it faster. */
const shieldedMs = 700;

/**
 * Takes what is pressed just after the page has changed by itself: the finger was on its way to what stood there before.
 * @param isWhole covers the window, not only what it is in.
 */
export function Shield({ isWhole = false }: { isWhole?: boolean }) {
  const isUp = useSignal(true);
  useEffect(() => {
    const timer = setTimeout(() => (isUp.value = false), shieldedMs);
    return () => clearTimeout(timer);
  }, []);
  return isUp.value ? <div class={`shield ${isWhole ? 'whole' : ''}`} aria-hidden="true" /> : null;
}
