import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Announcer } from '../shell/overlays/announcer.tsx';

export interface DialogProps {
  /** The heading's id. */
  labelledBy: string;
  onClose: () => void;
  /** Whether Esc and a click outside close it. */
  closable?: boolean;
  className?: string;
  /** A selector of what gets the focus if whatever had it before was drawn again meanwhile; without it the content does (`followFocus`). */
  standIn?: string;
  children: ComponentChildren;
}

/** The native modal dialog: it traps the focus, closes with Esc and restores the focus. */
export function Dialog({
  labelledBy,
  onClose,
  closable = true,
  className = 'dlg',
  standIn,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const wasPressedOutside = useRef(false);
  // Closed while the dialog is still in the page: closed later, it could not give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open) return undefined;
    const hadFocus = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (standIn !== undefined && document.activeElement !== hadFocus) focusFirst(standIn);
    };
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
      onClose={() => {
        // Chromium lets nobody hold back a second Esc: with it closed, nothing would say what the page waits for.
        if (!closable && ref.current?.isConnected === true && !ref.current.open) ref.current.showModal();
      }}
      onPointerDown={(event) => (wasPressedOutside.current = isOutside(event, ref.current))}
      onClick={(event) => {
        if (closable && wasPressedOutside.current && isOutside(event, ref.current)) onClose();
      }}
    >
      {children}
      <Announcer />
    </dialog>
  );
}

/** Its own edge belongs to it, and so does text that is selected to beyond it: both are pressed as the dialog itself. */
function isOutside({ target, clientX, clientY }: MouseEvent, dialog: HTMLDialogElement | null): boolean {
  if (dialog === null || target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Of those in the page, some are not shown at this width. */
function focusFirst(selector: string): void {
  for (const each of document.querySelectorAll<HTMLElement>(selector)) {
    each.focus();
    if (document.activeElement === each) return;
  }
}
