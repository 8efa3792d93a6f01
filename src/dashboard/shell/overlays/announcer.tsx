import { signal } from '@preact/signals';

/** Announcements to screen readers: politely, or at once when a person is waiting. */
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
