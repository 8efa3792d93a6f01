import { createHash } from 'node:crypto';
import type { CallRequest } from '../calls/desk.ts';
import { parsePhoneNumber } from '../domain/phone-number.ts';

/**
 * What makes a repeated request to dial the same one, over REST and MCP alike.
 * @throws AppError `invalid` when the number is invalid.
 */
export function idempotencyOf(
  key: string | undefined,
  wanted: CallRequest,
): { key: string; digest: string } | undefined {
  return key === undefined ? undefined : { key, digest: digestOf(canonical(wanted)) };
}

/** The same for a request that acts on a call. */
export function idempotencyOfAction(
  key: string | undefined,
  action: string,
  callId: string,
  body: unknown,
): { key: string; digest: string } | undefined {
  return key === undefined ? undefined : { key, digest: digestOf([action, callId, body]) };
}

/** Tells whether a request repeated with its Idempotency-Key is the same; the order of fields does not matter. */
export function digestOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request, withSortedKeys)).digest('hex');
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The request with its defaults, however it was written. */
function canonical(wanted: CallRequest): readonly unknown[] {
  return [
    parsePhoneNumber(wanted.number).e164,
    wanted.mode,
    wanted.intent ?? '',
    ...(wanted.company === undefined ? [] : [{ company: wanted.company }]),
    wanted.device ?? '',
    wanted.callFlowId ?? '',
    wanted.atMs ?? null,
    wanted.retry ?? null,
    wanted.redial ?? false,
    wanted.services?.recording ?? null,
    wanted.services?.transcription ?? null,
  ];
}
