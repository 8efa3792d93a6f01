import { Dialog } from './dialog.tsx';
import { GatewayButton } from './gateway-button.tsx';

interface ChangedElsewhereProps {
  /** The heading's id; unique in the page. */
  id: string;
  /** What was changed: `This flow`. */
  what: string;
  /** Replaces what is stored. */
  onOverwrite: () => void;
  /** Gives up what was typed here, and shows what is stored. */
  onLoad: () => void;
  onClose: () => void;
}

/** Two windows, or a window and a program, edit the same: nothing is lost unless the owner says so. */
export function ChangedElsewhere({ id, what, onOverwrite, onLoad, onClose }: ChangedElsewhereProps) {
  const close = (then: () => void) => () => {
    onClose();
    then();
  };
  return (
    <Dialog labelledBy={id} onClose={onClose}>
      <h2 id={id}>{what} was changed elsewhere</h2>
      <p class="muted">
        Another window or program saved it after you opened it here. Your changes are not saved yet.
      </p>
      <div class="stack">
        <GatewayButton class="btn lg" onClick={close(onLoad)}>
          Load it, and drop my changes
        </GatewayButton>
        <GatewayButton class="btn danger lg" onClick={close(onOverwrite)}>
          Overwrite it with mine
        </GatewayButton>
        <button type="button" class="btn quiet" autofocus onClick={onClose}>
          Keep editing
        </button>
      </div>
    </Dialog>
  );
}
