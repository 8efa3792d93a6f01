/** What one process runs: a group of tests, or some of its files. */
export interface Part {
  group: string;
  /** All of the group, unless given. */
  files?: readonly string[];
}

/** The files of a group that are in no list. */
const rest = 'rest';
type Files = readonly string[] | typeof rest;

/**
 * These measure milliseconds, or depend on sound that arrives in time. They run one after the other, since two of them at a time lose sound
 * on two cores. Those that need most of the processor come last, when the groups beside them are over. If a group has no `rest` here, its
 * other files only wait for answers.
 */
const timed: Record<string, readonly Files[]> = {
  browser: [rest, ['woken-phone', 'browser-phone', 'phone-talk', 'phone-devices']],
  acceptance: [['hold-slayer', 'devices', 'outages', 'spending']],
  attack: [['media', 'sip-flood']],
  asterisk: [['ear-trials', 'restart', 'tapes', 'names'], rest],
  carriers: [rest],
  sound: [rest],
  integration: [rest],
};

/** Their pages need the whole processor. */
const busiest = ['browser'];

/**
 * These run alone, when everything else is over. The first measure milliseconds of processor time; the others depend on what a recogniser,
 * a detector or both ends of ten calls at a time hear, and a loaded machine loses sound.
 */
const calm: Record<string, readonly string[]> = {
  browser: ['measured', 'timeline-drawing'],
  sound: ['assisted', 'words'],
  integration: ['ask-back', 'hold-slayer', 'outcomes'],
};

/** These take longest, so they come first; groups that are not named here follow. */
const longestOthers = ['provision', 'starting', 'attack', 'acceptance', 'identity', 'mcp', 'transcription'];

export interface Parts {
  /** One after the other, before `timed`. */
  busy: Part[];
  /** One after the other. They leave a third of the processor to others, which two lanes use better than one. */
  timed: Part[];
  /** Run beside those, at a lower priority: these tests do not depend on when they get the processor. */
  others: Part[];
  /** One after the other, when all else is over. */
  alone: Part[];
}

/** @param filesOf the test files of a group. */
export function partsOf(groups: readonly string[], filesOf: (group: string) => readonly string[]): Parts {
  const fileNames = (names: readonly string[]): string[] => names.map((name) => `${name}.test.ts`);
  const restOf = (group: string): Part[] => {
    const lists = [calm[group] ?? [], ...(timed[group] ?? [])].filter((list) => list !== rest);
    if (lists.flat().length === 0) return [{ group }];
    const taken = new Set(lists.flatMap(fileNames));
    const files = filesOf(group).filter((file) => !taken.has(file));
    return files.length === 0 ? [] : [{ group, files }];
  };
  const inOrder = (order: readonly string[]): string[] =>
    [...order, ...groups.filter((group) => !order.includes(group))].filter((group) => groups.includes(group));
  const timedOf = (group: string): Part[] =>
    (timed[group] ?? []).flatMap((list) =>
      list === rest ? restOf(group) : [{ group, files: fileNames(list) }],
    );
  const inTime = inOrder(Object.keys(timed));
  return {
    busy: inTime.filter((group) => busiest.includes(group)).flatMap(timedOf),
    timed: inTime.filter((group) => !busiest.includes(group)).flatMap(timedOf),
    others: inOrder(longestOthers).flatMap((group) => (timed[group]?.includes(rest) ? [] : restOf(group))),
    alone: inOrder(Object.keys(calm)).flatMap((group) =>
      calm[group] === undefined ? [] : [{ group, files: fileNames(calm[group]) }],
    ),
  };
}
