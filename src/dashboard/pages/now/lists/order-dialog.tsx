import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { explain, isChangedElsewhere } from '../../../api/errors.ts';
import { Icon } from '../../../icons/icon.tsx';
import { ChangedElsewhere } from '../../../controls/changed-elsewhere.tsx';
import { Dialog } from '../../../controls/dialog.tsx';
import { Fault } from '../../../controls/fault.tsx';
import { GatewayButton } from '../../../controls/gateway-button.tsx';

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
  further?: (row: Row, index: number) => ComponentChildren;
  saveText: string;
  canSave?: boolean;
  save: (rows: readonly Row[], overwrites: boolean) => Promise<void>;
  /** For a list of which `save` tells that it was changed elsewhere. */
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
  const moveUp = (index: number) => {
    const next = [...rows.peek()];
    next.splice(index - 1, 0, ...next.splice(index, 1));
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
      <ul class="ring-order">
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
            {further?.(row, index)}
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
