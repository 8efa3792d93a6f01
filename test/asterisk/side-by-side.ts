import { suite } from 'uvu';
import { Turnstile } from '../rig/turnstile.ts';
import { timed } from '../runner/timed.ts';
import { type Stage, setStage } from './stage.ts';

export type Case = (stage: Stage) => Promise<void>;

/** The stage ends in order before the limit of the test that reports first is over. */
const caseDeadlineMs = 150_000;
/** How many files play at a time, from the moment they are loaded. */
const places = new Turnstile(2);

/**
 * One stage for a file, on which all cases run at the same time; each is reported as a test of its own.
 * Nothing is done in `before`: a throw there ends the run with exit code 0.
 */
export function sideBySide(name: string, cases: Record<string, Case>): void {
  const tests = suite(name);
  const played = places.pass(() => timed(`${name} (beside others)`, () => play(Object.entries(cases))));
  played.catch(() => undefined); // reported by each of the tests
  for (const title of Object.keys(cases))
    tests(title, async () => {
      const failure = (await played).failures.get(title);
      if (failure !== undefined) throw failure.reason;
    });
  tests('nothing is left in Asterisk, and nothing failed in the log', async () => {
    const { left, logged } = await played;
    if (left.length > 0) throw new Error(`left over: ${left.join(', ')}`);
    const errors = logged.filter((line) => line.startsWith('error '));
    if (errors.length > 0) throw new Error(errors.join('\n'));
  });
  tests.run();
}

interface Played {
  failures: Map<string, { reason: unknown }>;
  /** Channels and bridges that Asterisk still had at the end. */
  left: string[];
  logged: readonly string[];
}

async function play(cases: readonly (readonly [title: string, body: Case])[]): Promise<Played> {
  const stage = await setStage();
  try {
    const failures: Played['failures'] = new Map();
    await Promise.all(
      cases.map(([title, body]) =>
        withinDeadline(body(stage), title).catch((reason: unknown) => failures.set(title, { reason })),
      ),
    );
    const there = (await Promise.all([stage.ari('channels'), stage.ari('bridges')])) as { id: string }[][];
    return { failures, left: there.flat().map(({ id }) => id), logged: stage.logged };
  } finally {
    await stage.stop();
  }
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
