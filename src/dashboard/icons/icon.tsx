import type { IconName } from './names.ts';

/** An icon beside a text that says the same; alone it needs a label on what holds it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="i" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
