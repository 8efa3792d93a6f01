import { createHash } from 'node:crypto';

/** Tells whether a request repeated with its Idempotency-Key is the same; the order of fields does not matter. */
export function digestOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request, withSortedKeys)).digest('hex');
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
