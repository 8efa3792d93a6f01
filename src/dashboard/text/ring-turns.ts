import type { RingStrategy } from '../api/types.ts';

/** Which devices ring when a person answers, and when. */

/** Devices in their order, those that ring at the same time together. */
export function turnsOf<T extends { priority: number }>(
  devices: readonly T[],
  strategy: RingStrategy | undefined,
): T[][] {
  const turns: T[][] = [];
  for (const device of devices) {
    const last = turns.at(-1);
    if (last !== undefined && (strategy === 'together' || last[0]?.priority === device.priority))
      last.push(device);
    else turns.push([device]);
  }
  return turns;
}

/** @param seconds how long each rings. */
export function tellTurns(
  turns: readonly (readonly unknown[])[],
  strategy: RingStrategy | undefined,
  seconds: number | undefined,
): string {
  const each = seconds === undefined ? '' : `, ${seconds} s each`;
  const how =
    turns.length === 1
      ? `All together${seconds === undefined ? '' : `, for ${seconds} s`}`
      : strategy === 'overlap'
        ? `One after the other${each}, the next while the one before still rings`
        : `One after the other${each}`;
  const isShared = turns.length > 1 && turns.some(({ length }) => length > 1);
  return `${how}, until you pick up.${isShared ? ' Those under one bar ring together.' : ''}`;
}
