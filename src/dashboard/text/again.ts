import type { RetryPlan, RetryReason } from '../../domain/call.ts';

const reasonWords: Record<RetryReason, string> = {
  busy: 'busy',
  no_answer: 'not answered',
  closed: 'closed',
};

/** `busy, not answered or closed`. */
export function tellReasons(reasons: readonly RetryReason[]): string {
  const words = reasons.map((each) => reasonWords[each]);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** `3 times at most, 15 minutes apart`. */
export function tellTries({ times, minutes }: Pick<RetryPlan, 'times' | 'minutes'>): string {
  const often = times === 1 ? 'once' : `${times} times at most`;
  const apart = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return times === 1 ? `${often}, ${apart} later` : `${often}, ${apart} apart`;
}
