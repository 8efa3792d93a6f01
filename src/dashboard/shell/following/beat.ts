import { nowMs } from '../../state/gateway/clock.ts';
import { noteDay } from '../../text/today.ts';

const beatMs = 250;

/** The one timer behind all clocks of the page; it pauses while nobody is looking. */
export function startBeat(): void {
  const beat = () => {
    nowMs.value = performance.now();
    noteDay();
  };
  setInterval(() => {
    if (document.visibilityState === 'visible') beat();
  }, beatMs);
  document.addEventListener('visibilitychange', beat);
}
