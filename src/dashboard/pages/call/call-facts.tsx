import '../../call-parts/facts.css';
import { useSignal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import type { CallView } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { announce } from '../../shell/overlays/announcer.tsx';
import { Fault } from '../../controls/fault.tsx';
import { ChangedElsewhere } from '../../controls/changed-elsewhere.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { useFocusBack } from '../../controls/use-focus-back.ts';
import { useUnsaved } from '../../controls/use-unsaved.ts';
import { writeNumber, writeSpan } from '../../text/formats.ts';
import { modeTexts } from '../../text/names.ts';
import type { LiveCall } from '../../state/call/live-call.ts';
import { editCall, replaceOwn } from '../../state/call/notes.ts';
import { nameDate } from '../../text/days.ts';
import type { CallData } from './call-data.ts';
import { DeleteRecording } from './delete-recording.tsx';

/** What is known of a call besides what was heard, and the owner's notes on it. */
export function CallFacts({ live, data }: { live: LiveCall; data: CallData }) {
  const view = live.view.value;
  return (
    <section class="card pad stack">
      <dl class="facts">
        <div>
          <dt>Number</dt>
          <dd class="tel">{writeNumber(view.number)}</dd>
        </div>
        <div>
          <dt>How</dt>
          <dd>{modeTexts[view.mode]}</dd>
        </div>
        <FlowFact view={view} />
        {view.device_name === null ? null : (
          <div>
            <dt>{view.connected_at === null ? 'Rang' : 'Answered on'}</dt>
            <dd>{view.device_name}</dd>
          </div>
        )}
        {view.recording === null || data.recording.value === null ? null : (
          <div>
            <dt>Recording</dt>
            <dd>{tellRecording(view.recording)}</dd>
          </div>
        )}
        {view.attempt > 1 ? (
          <div>
            <dt>Attempt</dt>
            <dd>
              {view.attempt}
              {view.previous_call_id === null ? null : (
                <>
                  , after <a href={`/calls/${view.previous_call_id}`}>this call</a>
                </>
              )}
            </dd>
          </div>
        ) : null}
        {view.facts.map(({ label, value }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Note live={live} note={view.note} />
      <DeleteRecording data={data} />
    </section>
  );
}

function tellRecording({
  duration,
  file_size: bytes,
  expires_at: until,
}: NonNullable<CallView['recording']>): string {
  const kept = until === null ? '' : ` · kept until ${nameDate(until)}`;
  return `${writeSpan(duration)} · ${(bytes / 1_000_000).toFixed(1)} MB${kept}`;
}

function FlowFact({ view }: { view: CallView }) {
  if (view.call_flow_id === null) return null;
  return (
    <div>
      <dt>Flow</dt>
      <dd>
        {view.flow === null ? (
          <a class="touch" href={`/flows/${view.call_flow_id}`}>
            {view.call_flow_id}
          </a>
        ) : (
          <a class="touch" href={`/flows/${view.flow.id}`}>
            {view.flow.name}
          </a>
        )}
      </dd>
    </div>
  );
}

function Note({ live, note }: { live: LiveCall; note: string }) {
  const draft = useSignal<string | undefined>(undefined);
  /** The note as it was when editing began. */
  const begun = useSignal(note);
  const isOutdated = useSignal(false);
  const fault = useSignal('');
  const back = useFocusBack();
  const open = () => {
    begun.value = note;
    draft.value = note;
  };
  const close = () => {
    back.expect();
    draft.value = undefined;
  };
  useUnsaved((draft.value ?? note) !== note, 'Your note is not saved yet.');
  if (draft.value === undefined)
    return (
      <div class={`call-note ${note === '' ? 'no-print' : ''}`}>
        <div class="row between">
          <h2>Note</h2>
          <button type="button" class="btn sm quiet no-print" ref={back.button} onClick={open}>
            <Icon name="pencil" />
            {note === '' ? 'Write one' : 'Edit'}
          </button>
        </div>
        {note === '' ? null : <p>{note}</p>}
      </div>
    );
  const save = async (overwrites = false) => {
    try {
      const text = draft.peek() ?? '';
      if (overwrites) await editCall(live, { note: text });
      else if ((await replaceOwn(live, 'note', text, [begun.peek()])) !== undefined) {
        isOutdated.value = true;
        return;
      }
      close();
      announce('Saved.');
    } catch (error) {
      fault.value = explain(error);
    }
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label class="label" for="call-note">
        Note
      </label>
      <textarea
        id="call-note"
        class="input"
        rows={4}
        maxLength={5000}
        value={draft.value}
        ref={(field) => {
          // The button that opened it is gone, and the focus with it.
          if (field !== null && document.activeElement === document.body) field.focus();
        }}
        onInput={(event) => (draft.value = event.currentTarget.value)}
      />
      <Fault text={fault.value} />
      {isOutdated.value ? (
        <ChangedElsewhere
          id="note-changed-elsewhere"
          what="This note"
          onOverwrite={() => void save(true)}
          onLoad={open}
          onClose={() => (isOutdated.value = false)}
        />
      ) : null}
      <div class="row">
        <GatewayButton type="submit" class="btn sm primary">
          Save
        </GatewayButton>
        <button type="button" class="btn sm quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
