import { useSignal } from '@preact/signals';
import { GatewayButton } from '../../shell/gateway-button.tsx';
import { Question } from '../../shell/question.tsx';
import { actionState, hangUp } from '../../state/actions.ts';
import { dismissCall } from '../../state/calls.ts';
import type { LiveCall } from '../../state/live-call.ts';
import { nameOf } from '../../state/names.ts';
import { nameMoment } from '../../text/days.ts';
import { ActionFault } from './call-actions.tsx';

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

/** It has never begun: its end is nothing to be told at the top of the page. */
async function cancel(live: LiveCall): Promise<void> {
  if (await hangUp(live.id)) dismissCall(live.id);
}
