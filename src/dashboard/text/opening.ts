import { explain } from '../api/errors.ts';
import type { IconName } from '../icons/names.ts';
import { writeClockSeconds } from './formats.ts';
import type { OpeningFault } from '../state/gateway/opening.ts';

const goesOn = 'Calls go on without this page: your phone still rings when a person answers.';

/** Why the page cannot open yet, and what it does about it. */
export function tellOpening({ error, againAtMs }: OpeningFault): {
  icon: IconName;
  title: string;
  detail: string;
} {
  if (error?.status === 429)
    return {
      icon: 'timer',
      title: `The gateway was asked too often. I ask again at ${writeClockSeconds(againAtMs)}.`,
      detail: `Pages were opened many times within a minute, here or by others at the same address. ${goesOn}`,
    };
  if (error === undefined || error.status === 0)
    return { icon: 'wifi-off', title: 'I cannot reach the gateway. I keep trying.', detail: goesOn };
  return { icon: 'circle-alert', title: `${explain(error)} I keep trying.`, detail: goesOn };
}
