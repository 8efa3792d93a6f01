import { signal } from '@preact/signals';

/** Announcements to screen readers: politely, or at once when a person is waiting. */
const polite = signal('');
const assertive = signal('');

/** The newest announcement replaces any other: an old one would still be found by whoever reads through the page. */
export function announce(text: string): void {
  assertive.value = '';
  polite.value = text;
}
export function announceAtOnce(text: string): void {
  polite.value = '';
  assertive.value = text;
}
/** What was announced is over; nothing else has been announced since, or it stays. */
export function withdraw(text: string): void {
  if (assertive.peek() === text) assertive.value = '';
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
