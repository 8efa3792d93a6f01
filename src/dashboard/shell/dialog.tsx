import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface DialogProps {
  /** The id of its heading. */
  labelledBy: string;
  onClose: () => void;
  /** Whether Esc and a press beside it close it. */
  closable?: boolean;
  className?: string;
  children: ComponentChildren;
}

/** The browser's own modal dialog: it holds the focus, closes with Esc and gives the focus back. */
export function Dialog({ labelledBy, onClose, closable = true, className = 'dlg', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open) return undefined;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class={className}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      onClick={(event) => {
        if (closable && event.target === ref.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
