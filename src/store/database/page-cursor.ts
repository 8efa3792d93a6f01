import { AppError } from '../../domain/errors.ts';

/** A place in a list that is ordered by time, the newest first. Its row may be deleted between two pages. */
export interface PagePlace {
  startedAt: Date;
  id: string;
}

/** Opaque to clients. */
export function cursorAt({ startedAt, id }: PagePlace): string {
  return Buffer.from(`${startedAt.getTime()}.${id}`).toString('base64url');
}

/** @param kind the prefix of the list's ids. @throws AppError `invalid` */
export function placeOf(cursor: string, kind: 'call' | 'rec'): PagePlace {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, time, id] = /^([0-9]{1,15})\.([a-z]+_[0-9A-Za-z_-]+)$/.exec(text) ?? [];
  if (id === undefined || !id.startsWith(`${kind}_`))
    throw new AppError('invalid', '"cursor" must be a next_cursor of an earlier answer');
  return { startedAt: new Date(Number(time)), id };
}
