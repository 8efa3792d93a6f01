/** Counts the turns of the event loop from now on. @returns a function that ends the count, and returns it. */
export function countTurns(): () => number {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return () => {
    isOver = true;
    return turns;
  };
}
