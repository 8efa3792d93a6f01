/** The call that this tab carries, kept beyond a reload of the page: only that one is answered by itself when it rings here again. */

const key = 'holdfast-talk';

export function keepTalk(callId: string): void {
  try {
    sessionStorage.setItem(key, callId);
  } catch {
    // A browser that keeps nothing: after a reload it rings, and the owner answers.
  }
}

export function keptTalk(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetTalk(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
