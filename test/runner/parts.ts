/** What one process runs: a group of tests, or some of its files. */
export interface Part {
  group: string;
  /** All of the group, unless given. */
  files?: readonly string[];
}

/**
 * Groups with so many calls that all of them at a time lose sound: their files are shared out to several processes. Files that are not
 * named here are one more part.
 */
const apart: Record<string, readonly (readonly string[])[]> = {
  browser: [['woken-phone'], ['browser-phone']],
  asterisk: [
    ['ear-trials', 'names'],
    ['restart', 'tapes', 'connection', 'nat'],
  ],
};

/**
 * These run alone, when all else is over: the first measure milliseconds of a processor, the others rest on a recogniser's ear, and a
 * loaded machine loses sound.
 */
const calm: Record<string, readonly string[]> = {
  browser: ['measured', 'timeline-drawing'],
  sound: ['assisted', 'words'],
};

/**
 * Longest first, so that no long one is left for the end; whatever is not named comes after them.
 */
const order = [
  'browser',
  'asterisk',
  'provision',
  'attack',
  'sound',
  'acceptance',
  'integration',
  'starting',
  'mcp',
  'identity',
  'transcription',
  'runner',
  'speech',
  'http',
];

/** @param filesOf the files of tests of a group. */
export function partsOf(
  groups: readonly string[],
  filesOf: (group: string) => readonly string[],
): { beside: Part[]; alone: Part[] } {
  const rank = (group: string): number => (order.includes(group) ? order.indexOf(group) : order.length);
  const sorted = groups.toSorted((one, other) => rank(one) - rank(other));
  const alone = sorted.flatMap((group) => partsNamed(group, calm[group] === undefined ? [] : [calm[group]]));
  const beside = sorted.flatMap((group) => {
    const named = partsNamed(group, apart[group] ?? []);
    if (named.length === 0 && calm[group] === undefined) return [{ group }];
    const taken = new Set(
      [...named, ...alone.filter((part) => part.group === group)].flatMap(({ files }) => files),
    );
    const rest = filesOf(group).filter((file) => !taken.has(file));
    return rest.length === 0 ? named : [...named, { group, files: rest }];
  });
  return { beside, alone };
}

function partsNamed(group: string, lists: readonly (readonly string[])[]): Required<Part>[] {
  return lists.map((names) => ({ group, files: names.map((name) => `${name}.test.ts`) }));
}
