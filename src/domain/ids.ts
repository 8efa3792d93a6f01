import { customAlphabet } from 'nanoid';

/** Kind prefixes of every identifier that leaves the service. */
export type IdKind = 'call' | 'flow' | 'dev' | 'rec' | 'pat' | 'sess' | 'hook' | 'dial' | 'trial' | 'push';

/** 62 letters and digits: URL-safe, and free of `-` and `_`, so an id is one word to a double click. 20 of them: 119 bits. */
const randomPart = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 20);

export function newId(kind: IdKind): string {
  return `${kind}_${randomPart()}`;
}
