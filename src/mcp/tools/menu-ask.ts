import Joi from 'joi';
import type { CallSnapshot } from '../../calls/desk.ts';
import type { Journal } from '../../calls/store.ts';
import { toIso } from '../../contract/call-views.ts';
import { timestamp } from '../../contract/values.ts';
import { isFinal } from '../../domain/call-status.ts';
import { DatabaseAway, findAppError } from '../../domain/errors.ts';
import type { StoredEvent } from '../../domain/events.ts';
import { isQueueMusic, menuTurns } from '../../domain/menu-ask.ts';

export const menuAskView = Joi.object({
  reason: Joi.string().required().description('what it asks for'),
  transcript: Joi.string().allow('').required().description('what the menu said'),
  end_key: Joi.string().allow('').required().description('the key that ends a number; empty: none was named'),
  at: timestamp().required(),
})
  .allow(null)
  .required()
  .description(
    'a menu waits for keys that the gateway does not know, such as an account number; press them with send_dtmf. The status does not show it. null: none waits',
  );

interface MenuAsk {
  reason: string;
  transcript: string;
  end_key: string;
  at: string;
}

/** More than any call has. */
const maxTurns = 500;

/** What the menu asks of the owner, and the event that asked; undefined if none asks. */
export async function openMenuAsk(
  journal: Pick<Journal, 'read'>,
  { call, segments }: Pick<CallSnapshot, 'call' | 'segments'>,
): Promise<{ eventId: number; ask: MenuAsk } | undefined> {
  if (isFinal(call.status) || call.status === 'connected') return undefined;
  const event = await newestTurn(journal, call.id);
  if (event?.type !== 'menu_needs_owner') return undefined;
  const leftForQueue = segments.some(({ audioClass, fromMs, startSeconds, endSeconds }) => {
    const endMs = endSeconds === null ? undefined : fromMs + (endSeconds - startSeconds) * 1000;
    return isQueueMusic({ type: audioClass, fromMs, endMs }, event.atMs);
  });
  if (leftForQueue) return undefined;
  const { reason, transcript, end_key = '' } = event.data;
  return { eventId: event.id, ask: { reason, transcript, end_key, at: toIso(event.atMs) } };
}

/** While the database is away, calls are followed without it. */
async function newestTurn(journal: Pick<Journal, 'read'>, callId: string): Promise<StoredEvent | undefined> {
  try {
    return (await journal.read(0, { callId, types: menuTurns }, maxTurns)).at(-1);
  } catch (error) {
    if (findAppError(error) instanceof DatabaseAway) return undefined;
    throw error;
  }
}
