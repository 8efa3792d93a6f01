import { signal } from '@preact/signals';

/** What a screen reader is told without being asked: politely, or at once when a person waits. */
const polite = signal('');
const assertive = signal('');

export function announce(text: string): void {
  polite.value = text;
}
export function announceAtOnce(text: string): void {
  assertive.value = text;
}

export function Announcer() {
  return (
    <>
      <p class="vh" aria-live="polite">
        {polite}
      </p>
      <p class="vh" aria-live="assertive">
        {assertive}
      </p>
    </>
  );
}
