import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../icons/icon.tsx';
import { Clock } from '../../pages/now/hearing/clock.tsx';
import { hangUp } from '../../state/calls/actions.ts';
import { callToHangUp, closeHangUpQuestion } from '../../state/calls/hang-up-question.ts';
import { nameOf } from '../../text/names.ts';
import { Dialog } from '../../controls/dialog.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';

/** A place in a queue is valuable: asked after two minutes on hold. */
export function HangUpQuestion() {
  const { path } = useLocation();
  useEffect(() => closeHangUpQuestion, [path]);
  const live = callToHangUp.value;
  if (live === undefined) return null;
  return (
    <Dialog
      key={live.id}
      labelledBy="hang-up-title"
      standIn={`[data-hangs-up="${CSS.escape(live.id)}"]`}
      onClose={closeHangUpQuestion}
    >
      <div>
        <h2 id="hang-up-title">Give up your place in the queue?</h2>
        <p class="muted">
          I have waited <Clock span={live.hold} label="on hold" /> with {nameOf(live.view.value)}. The next
          call begins at the end of the queue.
        </p>
      </div>
      <div class="stack">
        <button type="button" class="btn primary lg" autofocus onClick={closeHangUpQuestion}>
          <Icon name="pause" />
          Keep waiting
        </button>
        <GatewayButton
          class="btn lg hang"
          onClick={() => {
            closeHangUpQuestion();
            void hangUp(live.id);
          }}
        >
          <Icon name="phone-off" />
          Hang up
        </GatewayButton>
      </div>
    </Dialog>
  );
}
