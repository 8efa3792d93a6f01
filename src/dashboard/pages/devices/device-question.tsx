import { useSignal } from '@preact/signals';
import { Dialog } from '../../controls/dialog.tsx';
import { Field } from '../../controls/field.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Question } from '../../controls/question.tsx';
import { Secret } from '../../controls/secret.tsx';

export type DeviceAsk =
  | { kind: 'rename'; name: string }
  | { kind: 'remove' }
  | { kind: 'renew' }
  | { kind: 'password'; password: string };

export interface DeviceQuestionProps {
  id: string;
  name: string;
  question: DeviceAsk;
  onClose: () => void;
  rename: (name: string) => void;
  remove: () => void;
  renew: () => void;
}

/** Confirms changes of a device, and shows a new password once. */
export function DeviceQuestion({ id, name, question, onClose, rename, remove, renew }: DeviceQuestionProps) {
  const wanted = useSignal(name);
  const heading = `ask-${id}`;
  if (question.kind === 'password')
    return (
      <Dialog labelledBy={heading} onClose={onClose} closable={false}>
        <h2 id={heading}>New password for {name}</h2>
        <Secret text={question.password} what="password" />
        <p class="hint">Shown only once. The earlier password no longer works.</p>
        <div class="row">
          <button type="button" class="btn primary" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    );
  if (question.kind === 'renew')
    return (
      <Question
        id={heading}
        title={`A new password for ${name}?`}
        yes="Make one"
        onYes={renew}
        onClose={onClose}
      >
        The earlier one stops working at once: it rings again when the new one is typed into it.
      </Question>
    );
  if (question.kind === 'remove')
    return (
      <Question id={heading} title={`Remove ${name}?`} yes="Remove" onYes={remove} onClose={onClose}>
        It no longer rings. To use it again, add it again with a new password.
      </Question>
    );
  return (
    <Dialog labelledBy={heading} onClose={onClose}>
      <h2 id={heading}>Rename {name}</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted.value.trim() === '') return;
          rename(wanted.value.trim());
          onClose();
        }}
      >
        <Field
          id={`name-${id}`}
          label="Name"
          required
          maxLength={100}
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
        />
        <div class="row">
          <GatewayButton type="submit" class="btn primary">
            Rename
          </GatewayButton>
          <button type="button" class="btn quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
