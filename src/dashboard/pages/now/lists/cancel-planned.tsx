import { useSignal } from '@preact/signals';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { Question } from '../../../controls/question.tsx';
import { actionState, hangUp } from '../../../state/calls/actions.ts';
import { dismissCall } from '../../../state/calls/calls.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { nameOf } from '../../../text/names.ts';
import { nameMoment } from '../../../text/days.ts';
import { ActionFault } from '../live/call-actions.tsx';

/** Asks first: whatever planned it, the owner, an assistant or a rule for another try, will not plan it again. */
export function CancelPlanned({ live, className }: { live: LiveCall; className: string }) {
  const asks = useSignal(false);
  const name = nameOf(live.view.value);
  return (
    <>
      <GatewayButton
        class={className}
        aria-label={`Cancel the call to ${name}`}
        disabled={actionState(live.id).running !== undefined}
        onClick={() => (asks.value = true)}
      >
        Cancel
      </GatewayButton>
      <ActionFault live={live} />
      {asks.value ? (
        <Question
          id={`cancel-${live.id}`}
          title={`Cancel the call to ${name}?`}
          yes="Cancel the call"
          onYes={() => void cancel(live)}
          onClose={() => (asks.value = false)}
        >
          It is planned for {nameMoment(live.view.value.started_at)}.
        </Question>
      ) : null}
    </>
  );
}

/** It has never begun, so its end is not reported at the top of the page. */
async function cancel(live: LiveCall): Promise<void> {
  if (await hangUp(live.id)) dismissCall(live.id);
}
