import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { Icon } from '../../icons/icon.tsx';
import { announce } from '../../shell/overlays/announcer.tsx';
import { ChangedElsewhere } from '../../controls/changed-elsewhere.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Question } from '../../controls/question.tsx';
import { focusFact } from './flow-facts.tsx';
import type { FlowDraft } from './flow-draft.ts';

interface SaveBarProps {
  draft: FlowDraft;
  faultyCount: number;
  /** Called with the id before the page moves to the address of a flow that was new. */
  onStored: (id: string) => void;
}

/** Save, and why it cannot be done or that it was: below the steps on a desk, docked on a phone. */
export function SaveBar({ draft, faultyCount, onStored }: SaveBarProps) {
  const { route } = useLocation();
  const isDirty = draft.isDirty.value;
  const asksToDiscard = useSignal(false);
  const save = async (overwrites = false) => {
    const wasNew = draft.id.peek() === undefined;
    if (!(await draft.save(overwrites))) {
      focusFact(draft.refusal.peek()?.field);
      return;
    }
    announce('Saved.');
    const id = draft.id.peek();
    if (!wasNew || id === undefined) return;
    onStored(id);
    route(`/flows/${id}`, true);
  };
  const button = (className: string) => (
    <GatewayButton
      class={className}
      disabled={!isDirty || faultyCount > 0 || draft.isSaving.value}
      onClick={() => void save()}
    >
      Save
    </GatewayButton>
  );
  return (
    <>
      <div class={`savebar ${isDirty ? '' : 'desk'}`}>
        <span class="desk">{button('btn primary')}</span>
        {isDirty ? (
          <button type="button" class="btn quiet" onClick={() => (asksToDiscard.value = true)}>
            Discard changes
          </button>
        ) : null}
        <span class="desk-inline" role="status">
          <SaveNote draft={draft} faultyCount={faultyCount} />
        </span>
      </div>
      <div class="dock save-dock">
        <span role="status">
          <SaveNote draft={draft} faultyCount={faultyCount} />
        </span>
        {button('btn primary grow')}
      </div>
      {draft.isOutdated.value ? (
        <ChangedElsewhere
          id="flow-changed-elsewhere"
          what="This flow"
          onOverwrite={() => void save(true)}
          onLoad={() => void draft.reload()}
          onClose={() => (draft.isOutdated.value = false)}
        />
      ) : null}
      {asksToDiscard.value ? (
        <Question
          id="discard-changes"
          title="Discard your changes?"
          yes="Discard them"
          no="Keep them"
          onYes={() => draft.discard()}
          onClose={() => (asksToDiscard.value = false)}
        >
          {draft.id.value === undefined
            ? 'The flow begins anew, with its first steps.'
            : 'The flow is again as it was saved.'}
        </Question>
      ) : null}
    </>
  );
}

function SaveNote({ draft, faultyCount }: Pick<SaveBarProps, 'draft' | 'faultyCount'>) {
  const refusal = draft.refusal.value;
  if (faultyCount > 0)
    return (
      <button type="button" class="err to-fault" onClick={showFault}>
        <Icon name="circle-alert" />
        {faultyCount === 1 ? '1 step is not ready' : `${faultyCount} steps are not ready`}
      </button>
    );
  if (refusal !== undefined && refusal.field === undefined)
    return (
      <span class="err">
        <Icon name="circle-alert" />
        {refusal.text}
      </span>
    );
  if (!draft.wasSaved.value || draft.isDirty.value) return null;
  return (
    <span class="hint saved">
      <Icon name="check" />
      Saved
    </span>
  );
}

/** The first step that is not ready, with the field to fill in. */
function showFault(): void {
  const step = document.querySelector('.st.fault');
  step?.scrollIntoView({ block: 'center' });
  step?.querySelector<HTMLElement>('[aria-invalid="true"], input, select')?.focus({ preventScroll: true });
}
