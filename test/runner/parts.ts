import type { Cost } from './pool.ts';

/** What one process runs: a group of tests, or some of its files. */
export interface Part {
  /** Its group, and its first file where it is a list of them. */
  name: string;
  group: string;
  /** All of the group, unless given. */
  files?: readonly string[];
  cost: Cost;
}

/** The files of a group that no list names. */
const rest = 'rest';
type Files = readonly string[] | typeof rest;

/**
 * These look at milliseconds, or rest on sound that arrives: what has too little of the processor loses it. Of a group without `rest` here
 * the other files wait for answers only.
 */
const timed: Record<string, readonly Files[]> = {
  browser: [rest, ['woken-phone', 'browser-phone']],
  acceptance: [['hold-slayer', 'devices', 'outages', 'spending']],
  attack: [['media', 'sip-flood']],
  asterisk: [['ear-trials', 'restart', 'tapes', 'names'], rest],
  sound: [rest],
  integration: [['restart', 'dead-app'], rest],
};

/**
 * These run when all else is over: the first measure milliseconds of a processor, the others rest on what a recogniser, a detector or both
 * ends of ten calls at a time hear, and a loaded machine loses sound.
 */
const calm: Record<string, readonly string[]> = {
  browser: ['measured', 'timeline-drawing'],
  sound: ['assisted', 'words'],
  integration: ['ask-back', 'hold-slayer', 'outcomes'],
};

/**
 * What parts take, by their names: `TEST_TIMES=1 npm test` says it anew. The seconds are those of one run at a load average of 6, most of
 * the shares are guesses. What measures milliseconds has the machine for itself, so it is said to take more than there is.
 */
export const costs: Record<string, Cost> = {
  browser: { seconds: 136, cores: 0.8 },
  'browser/woken-phone': { seconds: 128, cores: 0.5 },
  'integration/restart': { seconds: 83, cores: 0.5 },
  asterisk: { seconds: 72, cores: 0.5 },
  sound: { seconds: 67, cores: 0.5 },
  'asterisk/ear-trials': { seconds: 64, cores: 0.35 },
  'acceptance/hold-slayer': { seconds: 54, cores: 0.45 },
  integration: { seconds: 33, cores: 0.7 },
  'attack/media': { seconds: 19, cores: 0.5 },

  provision: { seconds: 158, cores: 0.5 },
  transcription: { seconds: 77, cores: 0.7 },
  attack: { seconds: 79, cores: 0.7 },
  http: { seconds: 74, cores: 0.7 },
  starting: { seconds: 53, cores: 0.9 },
  mcp: { seconds: 54, cores: 0.9 },
  identity: { seconds: 50, cores: 0.9 },
  acceptance: { seconds: 46, cores: 0.5 },
  store: { seconds: 29, cores: 0.8 },

  'browser/measured': { seconds: 86, cores: Infinity },
  'sound/assisted': { seconds: 74, cores: 0.6 },
  'integration/ask-back': { seconds: 74, cores: 0.6 },
};
const unknownCost: Cost = { seconds: 20, cores: 0.5 };

export interface Parts {
  timed: Part[];
  /** Beside those, and in their shadow: no test of these minds to wait for the processor. */
  others: Part[];
  /** When all else is over. */
  calm: Part[];
}

/** @param filesOf the files of tests of a group. */
export function partsOf(groups: readonly string[], filesOf: (group: string) => readonly string[]): Parts {
  const fileNames = (names: readonly string[]): string[] => names.map((name) => `${name}.test.ts`);
  const partOf = (name: string, group: string, files?: readonly string[]): Part => ({
    name,
    group,
    cost: costs[name] ?? unknownCost,
    ...(files === undefined ? {} : { files }),
  });
  const listed = (group: string, names: readonly string[]): Part =>
    partOf(`${group}/${names[0]}`, group, fileNames(names));
  const restOf = (group: string): Part[] => {
    const lists = [calm[group] ?? [], ...(timed[group] ?? [])].filter((list) => list !== rest);
    if (lists.flat().length === 0) return [partOf(group, group)];
    const taken = new Set(lists.flatMap(fileNames));
    const files = filesOf(group).filter((file) => !taken.has(file));
    return files.length === 0 ? [] : [partOf(group, group, files)];
  };
  return {
    timed: groups.flatMap((group) =>
      (timed[group] ?? []).flatMap((list) => (list === rest ? restOf(group) : [listed(group, list)])),
    ),
    others: groups.flatMap((group) => (timed[group]?.includes(rest) ? [] : restOf(group))),
    calm: groups.flatMap((group) => (calm[group] === undefined ? [] : [listed(group, calm[group])])),
  };
}
