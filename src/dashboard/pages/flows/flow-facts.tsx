import { useSignal } from '@preact/signals';
import { faultAt } from '../../api/refusals.ts';
import { Icon } from '../../icons/icon.tsx';
import type { FlowDraft } from './flow-draft.ts';
import { Field } from '../../controls/field.tsx';
import { useFocusBack } from '../../controls/use-focus-back.ts';

const fields = [
  { id: 'name', label: 'Name', field: 'name', mode: 'text', maxLength: 100 },
  { id: 'company', label: 'Company', field: 'company', mode: 'text', maxLength: 100 },
  { id: 'number', label: 'Number', field: 'phone_number', mode: 'tel', maxLength: 40 },
] as const;

/** Brings the field that is to be changed into view; the keyboard follows. */
export function focusFact(field: string | undefined): void {
  if (field !== undefined) document.querySelector<HTMLElement>(`.about-flow [name="${field}"]`)?.focus();
}

/** The flow's name and whom it is for. A refusal appears below its field. */
export function FlowFacts({ draft }: { draft: FlowDraft }) {
  const content = draft.content.value;
  const refusal = draft.refusal.value;
  return (
    <section class="card pad stack about-flow" aria-label="About the flow">
      {fields.map(({ id, label, field, mode, maxLength }) => (
        <Field
          key={id}
          id={`flow-${id}`}
          label={label}
          name={field}
          look={mode === 'tel' ? 'num' : ''}
          fault={faultAt(refusal, field)}
          inputMode={mode}
          autocomplete="off"
          maxLength={maxLength}
          value={content[id]}
          onInput={(event) => draft.change({ [id]: event.currentTarget.value })}
        />
      ))}
      <Tags draft={draft} />
    </section>
  );
}

function Tags({ draft }: { draft: FlowDraft }) {
  const isAdding = useSignal(false);
  const back = useFocusBack();
  const { tags } = draft.content.value;
  const add = (text: string) => {
    const tag = text.trim();
    if (tag !== '' && !tags.includes(tag)) draft.change({ tags: [...tags, tag] });
    isAdding.value = false;
  };
  const close = (field: HTMLInputElement, text: string) => {
    // A field that goes loses the focus, and what is in it would be added then.
    field.value = '';
    back.expect();
    add(text);
  };
  return (
    <div class="row wrap tags">
      {tags.map((tag) => (
        <span class="chip" key={tag}>
          {tag}
          <button
            type="button"
            class="chip-x"
            aria-label={`Remove the tag ${tag}`}
            onClick={() => draft.change({ tags: tags.filter((each) => each !== tag) })}
          >
            <Icon name="x" />
          </button>
        </span>
      ))}
      {isAdding.value ? (
        <input
          class="inl wide"
          aria-label="New tag"
          maxLength={50}
          ref={(field) => field?.focus()}
          onBlur={(event) => add(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            // The button has the focus by then, and would be pressed.
            event.preventDefault();
            close(event.currentTarget, event.key === 'Enter' ? event.currentTarget.value : '');
          }}
        />
      ) : (
        <button
          type="button"
          class="btn sm quiet"
          ref={back.button}
          disabled={tags.length >= 20}
          onClick={() => (isAdding.value = true)}
        >
          <Icon name="plus" />
          Tag
        </button>
      )}
    </div>
  );
}
