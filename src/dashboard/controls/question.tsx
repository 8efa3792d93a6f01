import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { GatewayButton } from './gateway-button.tsx';

interface QuestionProps {
  /** The heading's id; unique in the page. */
  id: string;
  title: string;
  /** What the action means. */
  children: ComponentChildren;
  yes: string;
  /** What is done instead. */
  no?: string;
  onYes: () => void;
  onClose: () => void;
}

/** Confirms something irreversible. Enter, pressed once too often, keeps what there is. */
export function Question({ id, title, children, yes, no = 'Keep it', onYes, onClose }: QuestionProps) {
  return (
    <Dialog labelledBy={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <p class="muted">{children}</p>
      <div class="row">
        <GatewayButton
          class="btn danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </GatewayButton>
        <button type="button" class="btn quiet" autofocus onClick={onClose}>
          {no}
        </button>
      </div>
    </Dialog>
  );
}
