import { suite } from 'uvu';
import { type Stage, setStage } from './stage.ts';

export type Case = (stage: Stage) => Promise<void>;

const caseDeadlineMs = 45_000;

/**
 * One stage for a file, on which all cases run at the same time; each is reported as a test of its own.
 * Nothing is done in `before`: a throw there ends the run with exit code 0.
 */
export function sideBySide(name: string, cases: Record<string, Case>): void {
  const tests = suite(name);
  let running: { stage: Promise<Stage>; results: Map<string, Promise<void>> } | undefined;
  const run = (): NonNullable<typeof running> => {
    if (running !== undefined) return running;
    const stage = setStage();
    const results = new Map<string, Promise<void>>();
    for (const [title, body] of Object.entries(cases)) {
      const result = stage.then((ready) => withinDeadline(body(ready), title));
      result.catch(() => undefined); // reported by its own test, later
      results.set(title, result);
    }
    running = { stage, results };
    return running;
  };
  for (const title of Object.keys(cases)) tests(title, () => run().results.get(title));
  tests('nothing is left in Asterisk, and nothing failed in the log', async () => {
    const { stage, results } = run();
    await Promise.allSettled(results.values());
    const ready = await stage;
    try {
      const [channels, bridges] = (await Promise.all([ready.ari('channels'), ready.ari('bridges')])) as [
        { id: string }[],
        { id: string }[],
      ];
      const left = [...channels, ...bridges].map(({ id }) => id);
      if (left.length > 0) throw new Error(`left over: ${left.join(', ')}`);
      const failures = ready.logged.filter((line) => line.startsWith('error '));
      if (failures.length > 0) throw new Error(failures.join('\n'));
    } finally {
      await ready.stop();
    }
  });
  tests.run();
}

async function withinDeadline(work: Promise<void>, title: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not over after ${caseDeadlineMs} ms: ${title}`)),
      caseDeadlineMs,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
