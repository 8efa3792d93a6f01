import type { FileResult } from './output.ts';
import type { GroupResult } from './group.ts';

/** If more than this many of 400 files fail, it is not by chance. With a load average of 25 on two cores, four fail. */
const maxSaved = 6;

/** A group of tests as it ran, in whichever parts. */
export interface Outcome {
  group: string;
  result: GroupResult;
}

/**
 * A loaded machine is not a fault of the product: a file that failed beside others is run once more, alone, when all groups are over. If it
 * passes, that counts instead of its first run; anything else that was wrong with its group stays wrong. Things that a test leaves behind
 * because it was cut short are not a fault: if each file that failed passes alone and leaves nothing, its group counts as having left
 * nothing.
 * @param again runs one file alone.
 * @returns a line for each second run.
 */
export async function runAgain(
  outcomes: readonly Outcome[],
  again: (group: string, file: string) => Promise<GroupResult>,
): Promise<string[]> {
  const late = outcomes.flatMap((outcome) =>
    [...outcome.result.files]
      .filter(([, { passed, total }]) => passed < total)
      .map(([file, first]) => ({ outcome, file, first })),
  );
  if (late.length > maxSaved)
    return [`no second run: ${late.length} files failed, and chance explains ${maxSaved} at most`];
  const lines: string[] = [];
  const wrong = new Set<Outcome>();
  for (const { outcome, file, first } of late) {
    const second = await again(outcome.group, file);
    const isPassed = second.failed === 0 && second.passed === first.total;
    if (isPassed) save(outcome.result, first);
    else wrong.add(outcome);
    const names = first.failures.join('; ') || 'before its tests';
    lines.push(
      `second run: ${outcome.group}/${file} ${isPassed ? 'passed' : 'failed'} (first failure: ${names})`,
    );
  }
  for (const outcome of new Set(late.map((each) => each.outcome))) {
    const { result } = outcome;
    if (wrong.has(outcome)) continue;
    result.failed -= result.leftovers ?? 0;
    result.leftovers = 0;
  }
  return lines;
}

/** Each of its tests is counted once, as passed. */
function save(result: GroupResult, first: FileResult): void {
  const failed = first.total - first.passed;
  result.passed += failed;
  result.failed -= failed;
}
