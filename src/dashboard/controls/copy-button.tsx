import { useSignal } from '@preact/signals';
import { Icon } from '../icons/icon.tsx';
import { announce } from '../shell/overlays/announcer.tsx';

const shownMs = 3_000;
const icons = { idle: 'copy', copied: 'check', refused: 'x' } as const;
const labels = { idle: 'Copy', copied: 'Copied', refused: 'Not copied: select it' } as const;

export interface CopyButtonProps {
  text: string;
  /** `the password`, for the button's name. */
  what: string;
  isLabelled?: boolean;
}

/** Copies a text, and says whether it did: a browser may refuse, and what was copied before would be pasted as a password. */
export function CopyButton({ text, what, isLabelled = false }: CopyButtonProps) {
  const done = useSignal<'copied' | 'refused' | undefined>(undefined);
  const tell = (how: 'copied' | 'refused') => {
    done.value = how;
    announce(
      how === 'copied' ? 'Copied.' : `This browser did not copy the ${what}. Select it and copy it yourself.`,
    );
    setTimeout(() => (done.value = undefined), shownMs);
  };
  const copy = async () => {
    try {
      if (navigator.clipboard === undefined) throw new Error('not on a secure page');
      await navigator.clipboard.writeText(text);
      tell('copied');
    } catch {
      tell(copyOldWay(text) ? 'copied' : 'refused');
    }
  };
  return (
    <button
      type="button"
      class={isLabelled ? 'btn sm primary' : 'btn quiet icon'}
      aria-label={isLabelled ? undefined : `Copy the ${what}`}
      onClick={() => void copy()}
    >
      <Icon name={icons[done.value ?? 'idle']} />
      {isLabelled ? labels[done.value ?? 'idle'] : null}
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
