import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { explain, isChangedElsewhere } from '../../../api/errors.ts';
import { Icon } from '../../../icons/icon.tsx';
import { ChangedElsewhere } from '../../../controls/changed-elsewhere.tsx';
import { Dialog } from '../../../controls/dialog.tsx';
import { Fault } from '../../../controls/fault.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';
import { announce } from '../../../shell/overlays/announcer.tsx';

interface OrderDialogProps<Row> {
  /** The heading's id; unique in the page. */
  id: string;
  title: string;
  rows: Signal<readonly Row[]>;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Content before the button that moves the row up. */
  content: (row: Row, index: number) => ComponentChildren;
  /** Content after it. */
  further?: (row: Row, remove: () => void) => ComponentChildren;
  saveText: string;
  canSave?: boolean;
  save: (rows: readonly Row[], overwrites: boolean) => Promise<void>;
  /** For a list whose `save` reports that it was changed elsewhere. */
  outdated?: { what: string; load: () => Promise<void> };
  onClose: () => void;
}

/** Reorders a list, and saves it as a whole. */
export function OrderDialog<Row>({
  id,
  title,
  rows,
  keyOf,
  nameOf,
  content,
  further,
  saveText,
  canSave = true,
  save,
  outdated,
  onClose,
}: OrderDialogProps<Row>) {
  const fault = useSignal('');
  const isBusy = useSignal(false);
  const isOutdated = useSignal(false);
  const list = useRef<HTMLUListElement>(null);
  /** Where the keyboard goes on: a row that was moved or removed has lost the focus. */
  const goesOn = useRef<{ row: number; from: 'moves' | 'further' } | undefined>(undefined);
  useLayoutEffect(() => {
    const next = goesOn.current;
    goesOn.current = undefined;
    if (next !== undefined) focusRow(list.current, next.row, next.from);
  });
  const moveUp = (index: number) => {
    const next = [...rows.peek()];
    const [moved] = next.splice(index, 1) as [Row];
    next.splice(index - 1, 0, moved);
    goesOn.current = { row: index - 1, from: 'moves' };
    rows.value = next;
    announce(`${nameOf(moved)} is now ${index} of ${next.length}.`);
  };
  const remove = (index: number) => {
    const next = rows.peek().filter((_row, at) => at !== index);
    goesOn.current = { row: Math.min(index, next.length - 1), from: 'further' };
    rows.value = next;
  };
  const attempt = async (work: () => Promise<void>) => {
    isBusy.value = true;
    fault.value = '';
    try {
      await work();
    } catch (error) {
      if (outdated !== undefined && isChangedElsewhere(error)) isOutdated.value = true;
      else fault.value = explain(error);
    } finally {
      isBusy.value = false;
    }
  };
  const saveAll = (overwrites: boolean) =>
    attempt(async () => {
      await save(rows.peek(), overwrites);
      onClose();
    });
  if (outdated !== undefined && isOutdated.value)
    return (
      <ChangedElsewhere
        id={`${id}-changed`}
        what={outdated.what}
        onOverwrite={() => void saveAll(true)}
        onLoad={() => void attempt(outdated.load)}
        onClose={() => (isOutdated.value = false)}
      />
    );
  return (
    <Dialog labelledBy={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <ul class="ring-order" ref={list}>
        {rows.value.map((row, index) => (
          <li key={keyOf(row)}>
            {content(row, index)}
            <button
              type="button"
              class="btn sm icon"
              aria-label={`Move ${nameOf(row)} up`}
              disabled={index === 0}
              onClick={() => moveUp(index)}
            >
              <Icon name="arrow-up" />
            </button>
            {further?.(row, () => remove(index))}
          </li>
        ))}
      </ul>
      <Fault text={fault.value} />
      <div class="stack">
        <GatewayButton
          class="btn primary lg"
          disabled={isBusy.value || !canSave}
          onClick={() => void saveAll(false)}
        >
          {saveText}
        </GatewayButton>
        <button type="button" class="btn quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

/** Its *Move up*, or what stands before that where it is the first; `further`: what stands after it. Without any row, the buttons below. */
function focusRow(list: HTMLUListElement | null, row: number, from: 'moves' | 'further'): void {
  const stops = [...(list?.children[row]?.querySelectorAll<HTMLElement>('input, button') ?? [])];
  const usable = (from === 'moves' ? stops.slice(0, 2) : stops).filter((each) => !each.matches(':disabled'));
  const below = list?.parentElement?.querySelector<HTMLElement>('.stack button');
  (usable.at(-1) ?? below)?.focus();
}
