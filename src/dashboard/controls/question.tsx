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
  onYes: () => void;
  onClose: () => void;
}

/** Confirms something irreversible. */
export function Question({ id, title, children, yes, onYes, onClose }: QuestionProps) {
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
        <button type="button" class="btn quiet" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}
