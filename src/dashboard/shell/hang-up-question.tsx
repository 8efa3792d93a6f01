import { Icon } from '../icons/icon.tsx';
import { Clock } from '../pages/now/clock.tsx';
import { hangUp } from '../state/actions.ts';
import type { LiveCall } from '../state/live-call.ts';
import { nameOf } from '../state/names.ts';
import { Dialog } from './dialog.tsx';

/** A place in a queue is valuable: asked after two minutes on hold. */
export function HangUpQuestion({ live, onClose }: { live: LiveCall; onClose: () => void }) {
  return (
    <Dialog labelledBy="hang-up-title" onClose={onClose}>
      <div>
        <h2 id="hang-up-title">Give up your place in the queue?</h2>
        <p class="muted">
          I have waited <Clock span={live.hold} label="on hold" /> with {nameOf(live.view.value)}. The next
          call begins at the end of the queue.
        </p>
      </div>
      <div class="stack">
        <button type="button" class="btn primary lg" autofocus onClick={onClose}>
          <Icon name="pause" />
          Keep waiting
        </button>
        <button
          type="button"
          class="btn lg hang"
          onClick={() => {
            onClose();
            void hangUp(live.id);
          }}
        >
          <Icon name="phone-off" />
          Hang up
        </button>
      </div>
    </Dialog>
  );
}
