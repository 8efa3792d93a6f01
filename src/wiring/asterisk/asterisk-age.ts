import { dayMs } from '../../domain/durations.ts';
import type { Log } from '../../log/log.ts';

/** From this age on the owner is warned at every start and once a day. */
const warnAfterDays = 60;

/** How old an Asterisk unpacked from Debian packages is. */
export class AsteriskAge {
  readonly #currentAsOf: Date;

  /** @param currentAsOf when Debian was last known to offer nothing newer. */
  constructor(currentAsOf: Date) {
    this.#currentAsOf = currentAsOf;
  }

  /** Whole days; 0 if the clock was set back since. */
  days(nowMs = Date.now()): number {
    return Math.max(0, Math.floor((nowMs - this.#currentAsOf.getTime()) / dayMs));
  }

  /** The warning, once it is old. */
  warning(nowMs = Date.now()): string | undefined {
    const days = this.days(nowMs);
    if (days < warnAfterDays) return undefined;
    return `Asterisk's packages are ${days} days old: renew them with "npm run update", then restart`;
  }
}

/** Warns at once, in the terminal too, and every day while it runs. @returns ends the watch. */
export function watchAsteriskAge(age: AsteriskAge, log: Log, say: (line: string) => void): () => void {
  const warn = (): string | undefined => {
    const warning = age.warning();
    if (warning !== undefined) log.warn(warning, { ageDays: age.days() });
    return warning;
  };
  const first = warn();
  if (first !== undefined) say(first);
  const timer = setInterval(warn, dayMs).unref();
  return () => clearInterval(timer);
}
