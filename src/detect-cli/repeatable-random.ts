/** Numbers from 0 to 1 that are the same in every run with this seed (the generator of Numerical Recipes). */
export function repeatableRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
