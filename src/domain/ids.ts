import { customAlphabet } from 'nanoid';

/** Kind prefixes of every identifier that leaves the service. */
export type IdKind = 'call' | 'flow' | 'dev' | 'rec' | 'pat' | 'sess' | 'hook' | 'dial' | 'trial' | 'push';

/** 62 letters and digits: URL-safe, and without `-` and `_`, so a double click selects the whole id. 20 of them are 119 bits. */
const randomPart = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 20);

export function newId(kind: IdKind): string {
  return `${kind}_${randomPart()}`;
}
