import { type BodyOf, call, editTagOf } from '../../api/client.ts';
import { isChangedElsewhere } from '../../api/errors.ts';
import type { CallView } from '../../api/types.ts';
import type { LiveCall } from './live-call.ts';

/** The owner's notes on a call and whom it will ring; absent fields stay unchanged. */
export async function editCall(
  live: LiveCall,
  body: BodyOf<'patch', '/api/v1/calls/{call_id}'>,
  ifMatch?: string,
): Promise<void> {
  live.takeView(
    await call('patch', '/api/v1/calls/{call_id}', { path: { call_id: live.id }, body, ifMatch }),
  );
}

const maxTries = 3;

/**
 * Replaces a note, or the facts, unless it is another one by now. What else was edited meanwhile does not matter.
 * @param own it as it was when editing began, and any that was sent since.
 * @returns what was written elsewhere; undefined once it is replaced. @throws ApiError
 */
export async function replaceOwn<F extends 'note' | 'facts'>(
  live: LiveCall,
  field: F,
  wanted: CallView[F],
  own: readonly CallView[F][],
): Promise<CallView[F] | undefined> {
  const known = [wanted, ...own].map((each) => JSON.stringify(each));
  for (let tries = 1; ; tries += 1) {
    const stored = await call('get', '/api/v1/calls/{call_id}', { path: { call_id: live.id } });
    live.takeView(stored);
    if (!known.includes(JSON.stringify(stored[field]))) return stored[field];
    try {
      await editCall(live, { [field]: wanted }, editTagOf(stored));
      return undefined;
    } catch (error) {
      if (!isChangedElsewhere(error) || tries === maxTries) throw error;
    }
  }
}

/** What is typed here, with what was added elsewhere below it. @param begun the note that both began with. */
export function joinNotes(typed: string, elsewhere: string, begun: string): string {
  const added = elsewhere.startsWith(begun) ? elsewhere.slice(begun.length) : elsewhere;
  if (added.trim() === '') return typed;
  return `${typed}${typed === '' || typed.endsWith('\n') ? '' : '\n'}${added.trim()}`;
}
