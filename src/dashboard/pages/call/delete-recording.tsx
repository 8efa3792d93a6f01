import { useSignal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Question } from '../../controls/question.tsx';
import { me } from '../../state/gateway/session.ts';
import type { CallData } from './call-data.ts';

/** Empty when there is no recording, or the user may not delete it. */
export function DeleteRecording({ data }: { data: CallData }) {
  const asks = useSignal(false);
  const fault = useSignal('');
  if (data.recording.value?.state !== 'kept' || me.value?.scope !== 'admin') return null;
  return (
    <>
      <GatewayButton class="btn sm hang no-print to-delete" onClick={() => (asks.value = true)}>
        <Icon name="trash-2" />
        Delete the recording
      </GatewayButton>
      {asks.value ? (
        <Question
          id="delete-recording"
          title="Delete this recording?"
          yes="Delete it"
          onYes={() => void data.deleteRecording().catch((error: unknown) => (fault.value = explain(error)))}
          onClose={() => (asks.value = false)}
        >
          It cannot be played again. The transcript and the events of the call are kept.
        </Question>
      ) : null}
      <Fault text={fault.value} />
    </>
  );
}
