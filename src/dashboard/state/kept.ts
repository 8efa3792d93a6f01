/** What this browser keeps by itself. One that keeps nothing, or may not, has it for as long as the page lasts. */

export type Place = 'browser' | 'tab';

const storageOf = (place: Place): Storage => (place === 'tab' ? sessionStorage : localStorage);

/** Undefined where nothing is kept. */
export function readKept(key: string, place: Place = 'browser'): string | undefined {
  try {
    return storageOf(place).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined forgets it. */
export function keep(key: string, value: string | undefined, place: Place = 'browser'): void {
  try {
    if (value === undefined) storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, value);
  } catch {
    // Nothing is kept here.
  }
}
