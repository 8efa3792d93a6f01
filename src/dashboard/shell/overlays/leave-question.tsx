import { leaveWithoutSaving, leaving, stay } from '../../state/unsaved.ts';
import { Dialog } from '../../controls/dialog.tsx';

/** Asks before typed work is lost. */
export function LeaveQuestion() {
  if (leaving.value === undefined) return null;
  return (
    <Dialog labelledBy="leave-question" onClose={stay}>
      <h2 id="leave-question">Leave without saving?</h2>
      <p class="muted">{leaving.value.losses.join(' ')}</p>
      <div class="row">
        <button type="button" class="btn primary" autofocus onClick={stay}>
          Stay
        </button>
        <button type="button" class="btn hang" onClick={() => leaveWithoutSaving()}>
          Leave
        </button>
      </div>
    </Dialog>
  );
}
