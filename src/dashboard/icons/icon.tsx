import type { IconName } from './names.ts';

/** An icon next to text that says the same; alone, its container needs a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="i" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
