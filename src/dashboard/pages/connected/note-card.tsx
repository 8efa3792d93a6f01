import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { explain } from '../../api/errors.ts';
import { Fault } from '../../controls/fault.tsx';
import { useUnsaved } from '../../controls/use-unsaved.ts';
import type { LiveCall } from '../../state/call/live-call.ts';
import { editCall } from '../../state/call/notes.ts';

const pauseMs = 700;

/**
 * Notes taken during the talk, saved automatically. Changes from the owner's other pages appear here unless there is
 * unsaved text.
 */
export function NoteCard({ live }: { live: LiveCall }) {
  const kept = live.view.value.note;
  const text = useSignal(kept);
  const state = useSignal<'saved' | 'saving' | 'unsaved'>('saved');
  const fault = useSignal('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // What is merely not saved yet is saved when the page is left.
  useUnsaved(fault.value !== '', 'Your note could not be saved.');
  useEffect(() => {
    if (state.peek() === 'saved') text.value = kept;
  }, [kept]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (state.peek() === 'unsaved') void keep();
    },
    [live.id],
  );

  async function keep() {
    const wanted = text.peek();
    state.value = 'saving';
    try {
      await editCall(live.id, { note: wanted });
      fault.value = '';
      state.value = text.peek() === wanted ? 'saved' : 'unsaved';
    } catch (error) {
      fault.value = explain(error);
      state.value = 'unsaved';
    }
  }

  return (
    <section class="card">
      <div class="card-head">
        <h2>Note</h2>
        <span class="faint sm" role="status">
          {state.value === 'saving' ? 'saving' : state.value === 'saved' && text.value !== '' ? 'saved' : ''}
        </span>
      </div>
      <div class="pad stack">
        <label class="vh" for={`note-${live.id}`}>
          Note
        </label>
        <textarea
          id={`note-${live.id}`}
          class="input note"
          maxLength={5000}
          placeholder="A name, a reference, what they promised"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            state.value = 'unsaved';
            clearTimeout(timer.current);
            timer.current = setTimeout(() => void keep(), pauseMs);
          }}
        />
        <Fault text={fault.value} />
      </div>
    </section>
  );
}
