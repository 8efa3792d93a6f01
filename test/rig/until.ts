import { setTimeout as delay } from 'node:timers/promises';
import { patienceSeconds } from './patience.ts';

/** Resolves when `holds` does, where no event tells. A limit of its own has what would also come by itself, later. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  seconds = patienceSeconds,
): Promise<void> {
  const giveUpAtMs = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > giveUpAtMs) throw new Error(`it did not happen within ${seconds} s`);
    await delay(5);
  }
}
