/**
 * The number that a typed name stands for; undefined while it may be the beginning of another one: of "Bank" and "Bank cards" the second could
 * never be typed.
 * @param names by number. @param isDone whether nothing more is typed.
 */
export function namedNumber(
  typed: string,
  names: ReadonlyMap<string, string>,
  isDone: boolean,
): string | undefined {
  const wanted = typed.trim().toLowerCase();
  const all = [...names].map(([number, name]) => ({ number, name: name.toLowerCase() }));
  if (!isDone && all.some(({ name }) => name !== wanted && name.startsWith(wanted))) return undefined;
  return all.find(({ name }) => name === wanted)?.number;
}
