import { signal } from '@preact/signals';

const narrow = window.matchMedia('(max-width: 51.25em)');

/** Whether the page is laid out for a phone, as in the style sheets. */
export const isPhone = signal(narrow.matches);
narrow.addEventListener('change', () => (isPhone.value = narrow.matches));
