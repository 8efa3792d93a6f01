import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';

/** Announcements to screen readers: politely, or at once when a person is waiting. */
const polite = signal('');
const assertive = signal('');
/** Counts them: one like the one before is another one, and is to be heard. */
const count = signal(0);

/** The newest announcement replaces any other: an old one would still be found by whoever reads through the page. */
export function announce(text: string): void {
  count.value = count.peek() + 1;
  assertive.value = '';
  polite.value = text;
}
export function announceAtOnce(text: string): void {
  count.value = count.peek() + 1;
  polite.value = '';
  assertive.value = text;
}
/** What was announced is over; nothing else has been announced since, or it stays. */
export function withdraw(text: string): void {
  if (assertive.peek() === text) assertive.value = '';
}

/**
 * Each dialog has one as well: while it is open, screen readers hear nothing of the page behind it. They read only what is announced from
 * then on.
 */
export function Announcer() {
  const [before] = useState(() => count.peek());
  const said = (text: string) =>
    text === '' || count.value === before ? null : <span key={count.value}>{text}</span>;
  return (
    <>
      <p class="vh" aria-live="polite">
        {said(polite.value)}
      </p>
      <p class="vh" aria-live="assertive">
        {said(assertive.value)}
      </p>
    </>
  );
}
