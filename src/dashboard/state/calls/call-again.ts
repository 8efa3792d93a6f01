import type { CallView } from '../../api/types.ts';

/** The form for another call like this one, even while a call is under way, which the page Now would show instead. */
export function callAgain({ number, intent, mode }: Pick<CallView, 'number' | 'intent' | 'mode'>): string {
  const query = new URLSearchParams({ new: '', number, mode });
  if (intent !== '') query.set('intent', intent);
  return `/?${query.toString()}`;
}
