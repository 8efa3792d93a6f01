import './flows.css';
import './editor.css';
import './steps.css';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { explain } from '../../api/errors.ts';
import { useUnsaved } from '../../controls/use-unsaved.ts';
import { Icon } from '../../icons/icon.tsx';
import { Unread } from '../../shell/stand-ins/unread.tsx';
import { setPageName } from '../../shell/following/title.ts';
import { serverNowMs } from '../../state/gateway/clock.ts';
import { isOver } from '../../state/call/live-call.ts';
import { runningCalls, shownCalls } from '../../state/calls/calls.ts';
import { onReconnect } from '../../stream/connection.ts';
import { FlowDraft } from './flow-draft.ts';
import { FlowFacts, focusFact } from './flow-facts.tsx';
import { RunsCard } from './runs-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { StepList } from './step-list.tsx';
import { TryCard } from './try-card.tsx';
import { runsOf } from './try-run.ts';

/**
 * What is restored on return: unsaved edits of a page that a talk or a notice replaced, and a flow that is being tried. And a new flow that was
 * just stored.
 */
const open = new Map<string, FlowDraft>();

/** A flow, stored or new (`/flows/new`). */
export function FlowPage({ id = 'new' }: { id?: string }) {
  const draft = useSignal<FlowDraft | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const read = () => {
    fault.value = undefined;
    FlowDraft.read(id).then(
      (found) => (draft.value = found),
      (error: unknown) => (fault.value = explain(error)),
    );
  };
  useEffect(() => {
    const kept = open.get(id);
    open.delete(id);
    fault.value = undefined;
    if (kept !== undefined) {
      draft.value = kept;
      void kept.reload(true); // it may have been changed elsewhere
    } else if (id === 'new') {
      const query = new URLSearchParams(location.search);
      draft.value = FlowDraft.blank(query.get('number') ?? '', query.get('company') ?? '');
    } else {
      draft.value = undefined;
      read();
    }
    const stop = onReconnect(() => {
      if (fault.peek() !== undefined) read();
    });
    return () => {
      stop();
      const left = draft.peek();
      const isTried = runningCalls.peek().some((each) => each.id === left?.triedId.peek());
      if (left !== undefined && (isTried || left.isDirty.peek())) open.set(left.id.peek() ?? id, left);
    };
  }, [id]);
  const title = draft.value?.content.value.name || (id === 'new' ? 'New flow' : 'Flow');
  useEffect(() => setPageName(title), [title]);
  return (
    <>
      <div class="mtop phone">
        <a class="btn quiet icon back" href="/flows" aria-label="Back to the flows">
          <Icon name="chevron-left" />
        </a>
        <h1 class="clip grow">{title}</h1>
        {draft.value?.id.value === undefined ? null : (
          <button
            type="button"
            class="btn quiet icon"
            aria-label="Change its name and number"
            onClick={() => focusFact('name')}
          >
            <Icon name="pencil" />
          </button>
        )}
      </div>
      <div class="top desk">
        <h1 class="clip">{title}</h1>
        {draft.value === undefined || draft.value.version.value === 0 ? null : (
          <span class="muted sm">version {draft.value.version}</span>
        )}
        <a class="btn quiet sm" href="/flows">
          All flows
        </a>
      </div>
      {draft.value === undefined ? (
        <Unread what="the flow" fault={fault.value} again={read} />
      ) : (
        <Editor key={id} draft={draft.value} />
      )}
    </>
  );
}

function Editor({ draft }: { draft: FlowDraft }) {
  const tried = useComputed(() => shownCalls.value.find(({ id }) => id === draft.triedId.value));
  const runs = useComputed(() => {
    const live = tried.value;
    if (live === undefined) return new Map();
    const over = isOver(live.status);
    return runsOf(live.story.value, over, over ? 0 : Math.floor(serverNowMs() / 1000) * 1000);
  });
  useUnsaved(draft.isDirty.value, 'Your changes to this flow will be lost.', () => draft.discard());
  const faultyCount = new Set(draft.faults.value.map(({ index }) => index)).size;
  const { number } = draft.content.value;
  const hindrance =
    faultyCount > 0
      ? `${faultyCount === 1 ? 'One step is' : `${faultyCount} steps are`} not ready.`
      : number.trim() === ''
        ? 'It needs a number to call.'
        : undefined;
  const isNew = draft.id.value === undefined;
  return (
    <div class="editor">
      <div class="stack gap-5">
        {/* What a new flow is called comes first; of a stored one it is rarely changed. */}
        {isNew ? <FlowFacts draft={draft} /> : null}
        <StepList draft={draft} runs={runs.value} />
        <SaveBar draft={draft} faultyCount={faultyCount} onStored={(id) => open.set(id, draft)} />
      </div>
      <div class="side2">
        <TryCard draft={draft} hindrance={hindrance} tried={tried.value} />
        {isNew ? null : <FlowFacts draft={draft} />}
        {draft.id.value === undefined ? null : <RunsCard draft={draft} id={draft.id.value} />}
      </div>
    </div>
  );
}
