/**
 * For what is asked again and again: answers overtake each other, and one that was asked for before the one that is known says how it was. It is
 * dropped, as is its failure.
 */
export function newestOf<T>(take: (answer: T) => void) {
  let asked = 0;
  let taken = 0;
  const ask = async (asking: Promise<T>): Promise<void> => {
    asked += 1;
    const own = asked;
    try {
      const answer = await asking;
      if (own < taken) return;
      taken = own;
      take(answer);
    } catch (error) {
      if (own > taken) throw error;
    }
  };
  /** For what is known without asking, such as the owner's own change. */
  const put = (answer: T): void => {
    taken = asked += 1;
    take(answer);
  };
  return { ask, put };
}
