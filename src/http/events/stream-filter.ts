import type { IncomingMessage } from 'node:http';
import { parseEventTypes, streamQuery, type StreamQuery } from '../../contract/events.ts';
import { validateQuery } from '../../contract/validate.ts';
import type { EventType, StoredEvent } from '../../domain/events.ts';
import { queryOf } from '../sockets/socket-query.ts';

/** What one client of the event stream requested. */
export interface StreamFilter {
  callId: string | undefined;
  types: readonly EventType[] | undefined;
  /** Replay after this event; undefined: live events only. */
  since: number | undefined;
  /** Whether it gets a pulse each second: what the running calls sound like. */
  pulse: boolean;
  /** Whether it gets partial transcripts. */
  partials: boolean;
}

/** @throws AppError `invalid`, before the upgrade. */
export function readStreamFilter(request: IncomingMessage): StreamFilter {
  const query = validateQuery<StreamQuery>(streamQuery, queryOf(request));
  const { call_id: callId, types, since, pulse, partials } = query;
  return { callId, types: parseEventTypes(types), since, pulse: pulse === '1', partials: partials === '1' };
}

export function passes(filter: StreamFilter, event: StoredEvent): boolean {
  return (
    (filter.callId === undefined || filter.callId === event.callId) &&
    (filter.types === undefined || filter.types.includes(event.type))
  );
}
