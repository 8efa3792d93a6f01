/**
 * For what is asked again and again: answers overtake each other, and one that was asked for before the one that is known says how it was. It is
 * dropped, as is its failure.
 */
export function newestOf<T>(take: (answer: T) => void): (asking: Promise<T>) => Promise<void> {
  let asked = 0;
  let taken = 0;
  return async (asking) => {
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
}
