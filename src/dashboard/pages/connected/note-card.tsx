import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { explain } from '../../api/errors.ts';
import { Fault } from '../../controls/fault.tsx';
import { useUnsaved } from '../../controls/use-unsaved.ts';
import { isOver, type LiveCall } from '../../state/call/live-call.ts';
import { beginWriting } from '../../state/call/writing.ts';
import { joinNotes, replaceOwn } from '../../state/call/notes.ts';
import { onReconnect } from '../../stream/connection.ts';

const pauseMs = 700;

/**
 * Notes taken during the talk, saved automatically. Changes from the owner's other pages and from an assistant appear here, below unsaved
 * text: nobody wants to be asked about them during a talk.
 */
export function NoteCard({ live }: { live: LiveCall }) {
  const kept = live.view.value.note;
  const text = useSignal(kept);
  /** The stored note that the text is based on. */
  const base = useRef(kept);
  /** It may be stored although its answer was lost. */
  const sentLast = useRef(kept);
  const field = useRef<HTMLTextAreaElement>(null);
  const state = useSignal<'saved' | 'saving' | 'unsaved'>('saved');
  const fault = useSignal('');
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const endWriting = useRef<(() => void) | undefined>(undefined);
  // What is merely not saved yet is saved when the page is left.
  useUnsaved(fault.value !== '', 'Your note could not be saved.');
  useEffect(() => {
    if (state.peek() !== 'saved') return;
    text.value = kept;
    base.current = kept;
  }, [kept]);
  useEffect(
    () =>
      onReconnect(() => {
        if (fault.peek() !== '') void keep();
      }),
    [live.id],
  );
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      endWriting.current?.();
      if (state.peek() === 'unsaved') void keep();
    },
    [live.id],
  );

  /** One after the other: of two that are under way, the older could arrive last. */
  async function keep() {
    if (isSending.current) return;
    isSending.current = true;
    try {
      state.value = 'saving';
      while (text.peek() !== base.current) {
        const sent = text.peek();
        const own = [base.current, sentLast.current];
        sentLast.current = sent;
        const elsewhere = await replaceOwn(live, 'note', sent, own);
        if (elsewhere !== undefined) takeIn(elsewhere);
        base.current = elsewhere ?? sent;
      }
      fault.value = '';
      state.value = 'saved';
    } catch (error) {
      fault.value = explain(error);
      state.value = 'unsaved';
    } finally {
      isSending.current = false;
    }
  }

  function takeIn(elsewhere: string) {
    const typed = text.peek();
    const joined = joinNotes(typed, elsewhere, base.current);
    // A new value alone would move the cursor of somebody who types to the end.
    field.current?.setRangeText(joined.slice(typed.length), typed.length, typed.length, 'preserve');
    text.value = joined;
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
          ref={field}
          id={`note-${live.id}`}
          class="input note"
          maxLength={5000}
          placeholder="A name, a reference, what they promised"
          value={text.value}
          onFocus={() => (endWriting.current ??= beginWriting(live.id))}
          onBlur={() => {
            // Of a call that is over the page would go with the press that took the focus.
            if (isOver(live.status)) return;
            endWriting.current?.();
            endWriting.current = undefined;
          }}
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
