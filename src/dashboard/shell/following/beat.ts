import { nowMs } from '../../state/gateway/clock.ts';
import { noteDay } from '../../text/today.ts';

const beatMs = 250;
/** Of a hidden page only the title is seen. */
const hiddenBeatMs = 1_000;

/** The one timer behind all clocks of the page, and its title; browsers slow it down further while nobody is looking. */
export function startBeat(): void {
  const beat = () => {
    nowMs.value = performance.now();
    noteDay();
  };
  setInterval(() => {
    const isDue = performance.now() - nowMs.peek() >= hiddenBeatMs;
    if (document.visibilityState === 'visible' || isDue) beat();
  }, beatMs);
  document.addEventListener('visibilitychange', beat);
}
