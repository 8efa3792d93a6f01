import { createHash } from 'node:crypto';
import type { Call } from '../domain/call.ts';
import type { Device } from '../domain/device.ts';
import { AppError } from '../domain/errors.ts';
import type { EditGuard } from '../domain/edit-guard.ts';
import type { Favourite } from '../domain/favourite.ts';
import type { Flow } from '../domain/flow.ts';
import type { Webhook } from '../domain/webhook.ts';

/**
 * Tags of what clients edit; an `ETag` has them in quotation marks. A tag stands for what an edit can replace, not for what the service
 * reports beside it (`is_online`, how often a flow succeeded). Secrets are not part of it: a digest of four digits reveals them.
 */
export const editTags = {
  flow: (flow: Flow) => tagOf([flow.createdAtMs, flow.version]),
  device: ({ name, type, sipUri, priority, capabilities, confirmsAnswer }: Device) =>
    tagOf([name, type, sipUri, priority, capabilities, confirmsAnswer]),
  webhook: ({ name, url, format, types, enabled, updatedAtMs }: Webhook) =>
    tagOf([name, url, format, types, enabled, updatedAtMs]),
  favourites: (favourites: readonly Favourite[]) =>
    tagOf(favourites.map((each) => [each.label, each.number, each.intent, each.callFlowId, each.mode])),
  call: ({ note, facts }: Call) => tagOf([note, facts.map(({ label, value }) => [label, value])]),
};

export const editTagShape = /^[\w-]{16}$/;

function tagOf(content: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  return digest.slice(0, 16);
}

const oneTag = '(?:W/)?"[\\x21\\x23-\\x7e]*"';
const ifMatchShape = new RegExp(`^${oneTag}(?:\\s*,\\s*${oneTag})*$`);

/** @throws AppError `invalid` */
export function readIfMatch(header: string | undefined): readonly string[] | undefined {
  const value = header?.trim();
  if (value === undefined || value === '*') return undefined;
  if (!ifMatchShape.test(value))
    throw new AppError(
      'invalid',
      'the header If-Match must be the ETag of an earlier response, with its quotation marks',
    );
  return [...value.matchAll(new RegExp(oneTag, 'g'))].map(([tag]) => asSent(tag));
}

/** A proxy that compresses a response marks its tag as weak (nginx) or adds to it (Apache). */
function asSent(tag: string): string {
  return tag.replace(/^(?:W\/)?"/, '').replace(/(?:-(?:gzip|br|zstd))?"$/, '');
}

/** Undefined if the client does not mind what it replaces. */
export function guardEdit<T>(
  what: string,
  tags: readonly string[] | undefined,
  tagOfStored: (stored: T) => string,
): EditGuard<T> | undefined {
  if (tags === undefined) return undefined;
  return (stored) => {
    if (tags.includes(tagOfStored(stored))) return;
    throw new AppError(
      'changed',
      `${what} changed after you read it, and nothing was stored; read it again, or repeat the request without If-Match to overwrite it`,
    );
  };
}
