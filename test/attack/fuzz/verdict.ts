import type { VitalSigns } from './vital-signs.ts';

/** A handful may be in use at any moment: a log being rotated, a database page, a request under way. */
const spareDescriptors = 16;
/** Logs of this size are rotated, or should be. */
const maxLogMib = 64;

/** @returns what is wrong with a gateway that was left alone for a while after the last message. */
export function findLeaks(before: VitalSigns, after: VitalSigns): string[] {
  const faults: string[] = [];
  for (const who of ['app', 'asterisk'] as const) {
    const [had, has] = [before[`${who}Descriptors`], after[`${who}Descriptors`]];
    if (has > had + spareDescriptors) faults.push(`${who} leaks descriptors: ${had} before, ${has} after`);
  }
  const grownMib = after.logMib - before.logMib;
  if (grownMib > maxLogMib) faults.push(`the logs grew by ${grownMib.toFixed(0)} MiB`);
  return faults;
}
