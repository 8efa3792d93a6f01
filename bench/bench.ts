import type { Report } from './report.ts';

/** One benchmark of `npm run bench`. */
export interface Bench {
  /** Its name on the command line and in the page that shows it. */
  readonly name: string;
  readonly title: string;
  /** The page of docs/ that shows its figures; performance.md by default. */
  readonly page?: string;
  /** Runs only when it is named: it takes more than half an hour. */
  readonly takesLong?: boolean;
  run(stage: Stage): Promise<Report>;
}

/** What a benchmark works with: it reports progress, and ends what was started. */
export class Stage {
  readonly progress: (line: string) => void;
  readonly #endings: (() => Promise<unknown>)[] = [];

  constructor(progress: (line: string) => void) {
    this.progress = progress;
  }

  /** Ends with the stage, however the stage ends. */
  owns<T extends { stop(): Promise<unknown> }>(thing: T): T {
    this.atEnd(() => thing.stop());
    return thing;
  }

  atEnd(ending: () => Promise<unknown>): void {
    this.#endings.push(ending);
  }

  /** Ends everything, newest first. */
  async clear(): Promise<void> {
    for (const ending of this.#endings.splice(0).reverse())
      await ending().catch((error: unknown) => this.progress(`could not be ended: ${String(error)}`));
  }
}
