import type { CallView } from '../../api/types.ts';

/** The form for another call like this one; also while a call is under way, which Now shows otherwise. */
export function callAgain({ number, intent, mode }: Pick<CallView, 'number' | 'intent' | 'mode'>): string {
  const query = new URLSearchParams({ new: '', number, mode });
  if (intent !== '') query.set('intent', intent);
  return `/?${query.toString()}`;
}
