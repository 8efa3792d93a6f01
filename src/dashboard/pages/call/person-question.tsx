import { useSignal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import { Fault } from '../../controls/fault.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { labelPerson } from '../../state/call/person-labels.ts';

/** Asks whether the detector was right; the answer can be changed, and withdrawn by choosing it again. */
export function PersonQuestion({
  callId,
  eventId,
  label,
}: {
  callId: string;
  eventId: number;
  label: boolean | null;
}) {
  const fault = useSignal<string | undefined>(undefined);
  const say = async (person: boolean): Promise<void> => {
    try {
      await labelPerson(callId, eventId, label === person ? null : person);
      fault.value = undefined;
    } catch (error) {
      fault.value = explain(error);
    }
  };
  return (
    <div class="was">
      <span id={`was-${eventId}`}>Was it a person?</span>
      <div class="segc" role="group" aria-labelledby={`was-${eventId}`}>
        {([true, false] as const).map((person) => (
          <GatewayButton
            key={String(person)}
            aria-pressed={label === person}
            onClick={() => void say(person)}
          >
            {person ? 'Yes' : 'No'}
          </GatewayButton>
        ))}
      </div>
      <Fault text={fault.value} />
    </div>
  );
}
