import { signal } from '@preact/signals';

/** At midnight what was shown as "today" or "tomorrow" is shown again as it is now: a page may be open for weeks. */
const today = signal(new Date().toDateString());

/** Called with the beat of the page's clocks. */
export function noteDay(): void {
  today.value = new Date().toDateString();
}

/** Now, in epoch milliseconds, for whatever names days. */
export function dayNowMs(): number {
  void today.value; // whoever asks is drawn again on the next day
  return Date.now();
}
