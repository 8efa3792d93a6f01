/** Values stored in this browser. If it cannot or may not store them, they last as long as the page. */

export type Place = 'browser' | 'tab';

const storageOf = (place: Place): Storage => (place === 'tab' ? sessionStorage : localStorage);

/** Undefined when nothing is stored. */
export function readKept(key: string, place: Place = 'browser'): string | undefined {
  try {
    return storageOf(place).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined deletes it. */
export function keep(key: string, value: string | undefined, place: Place = 'browser'): void {
  try {
    if (value === undefined) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, value);
  } catch {
    // Storage is unavailable.
  }
}
