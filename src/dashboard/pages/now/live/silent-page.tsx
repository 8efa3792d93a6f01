import { Icon } from '../../../icons/icon.tsx';
import { isSoundBlocked, tryRing } from '../../../shell/following/ring.ts';

/** Says while there is time that this page would ring without a sound: it was opened, or opened again, and nobody has pressed anything in it. */
export function SilentPage({ className }: { className: 'desk' | 'phone' }) {
  if (!isSoundBlocked.value) return null;
  return (
    <div class={`banner silent ${className}`}>
      <Icon name="volume-x" />
      <span class="grow">This page would ring without a sound until you press something in it.</span>
      <button type="button" class="btn sm" onClick={() => void tryRing()}>
        Turn on sound
      </button>
    </div>
  );
}
