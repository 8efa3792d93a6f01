import { SideBySide } from '../rig/world.ts';
import { Turnstile } from '../rig/turnstile.ts';
import type { Case } from './side-by-side.ts';
import { type StageOptions, setStage } from './stage.ts';

/** A stage is two Asterisks: they start, and then do little but wait. */
const cases = new SideBySide(new Turnstile(4));

/**
 * Plays a case on a stage of its own, beside those of all files; its test waits for it.
 * @param register uvu's `test`.
 */
export function onOwnStage(
  register: (name: string, run: () => Promise<void>) => void,
  name: string,
  body: Case,
  options?: StageOptions,
): void {
  cases.add(register, name, async () => {
    const stage = await setStage(options);
    try {
      await body(stage);
    } finally {
      await stage.stop();
    }
  });
}

/** For what would disturb the others. */
export function untilOthersAreOver(): Promise<void> {
  return cases.done();
}
