import { useSignal } from '@preact/signals';
import { Icon } from '../icons/icon.tsx';
import { announce } from '../shell/overlays/announcer.tsx';

const shownMs = 2_000;

export interface CopyButtonProps {
  text: string;
  /** `the password`, for the button's name. */
  what: string;
  isLabelled?: boolean;
}

/** Copies a text. Where browsers allow that only on secure pages, the text is selected instead. */
export function CopyButton({ text, what, isLabelled = false }: CopyButtonProps) {
  const copied = useSignal(false);
  const copy = async () => {
    try {
      await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
      if (navigator.clipboard === undefined && !copyOldWay(text)) return;
    } catch {
      if (!copyOldWay(text)) return;
    }
    copied.value = true;
    announce('Copied.');
    setTimeout(() => (copied.value = false), shownMs);
  };
  return (
    <button
      type="button"
      class={isLabelled ? 'btn sm primary' : 'btn quiet icon'}
      aria-label={isLabelled ? undefined : `Copy the ${what}`}
      onClick={() => void copy()}
    >
      <Icon name={copied.value ? 'check' : 'copy'} />
      {isLabelled ? (copied.value ? 'Copied' : 'Copy') : null}
    </button>
  );
}

/** Plain http has no other clipboard access. */
function copyOldWay(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'vh';
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
