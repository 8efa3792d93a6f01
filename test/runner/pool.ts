/** What is known of a piece of work before it runs, on an idle machine. */
export interface Cost {
  seconds: number;
  /** Of a processor, on average. */
  cores: number;
}

export interface PoolOptions {
  /** What the pieces that run may take together; one that takes more runs alone. */
  cores: number;
  /** Each piece that runs has one of these for itself. */
  lanes: readonly number[];
}

/** Runs all, the longest first: as many beside each other as there are lanes and cores for. */
export async function runPool<Work>(
  all: readonly Work[],
  costOf: (work: Work) => Cost,
  { cores, lanes }: PoolOptions,
  run: (work: Work, lane: number) => Promise<void>,
): Promise<void> {
  const waiting = all.toSorted((one, other) => costOf(other).seconds - costOf(one).seconds);
  const running = new Map<Work, Promise<Work>>();
  const free = [...lanes];
  const isRoomFor = (work: Work): boolean => {
    const taken = [...running.keys()].reduce((sum, each) => sum + costOf(each).cores, 0);
    return free.length > 0 && (running.size === 0 || taken + costOf(work).cores <= cores);
  };
  for (;;) {
    for (let next = waiting.findIndex(isRoomFor); next >= 0; next = waiting.findIndex(isRoomFor)) {
      const [work] = waiting.splice(next, 1) as [Work];
      const lane = free.shift() as number;
      running.set(
        work,
        run(work, lane).then(() => {
          free.push(lane);
          return work;
        }),
      );
    }
    if (running.size === 0) return;
    running.delete(await Promise.race(running.values()));
  }
}
