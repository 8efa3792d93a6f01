import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { explain } from '../../../api/errors.ts';
import { Icon } from '../../../icons/icon.tsx';
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
  save: (rows: readonly Row[]) => Promise<void>;
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
  onClose,
}: OrderDialogProps<Row>) {
  const fault = useSignal('');
  const isBusy = useSignal(false);
  const moveUp = (index: number) => {
    const next = [...rows.peek()];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    rows.value = next;
  };
  const saveAll = async () => {
    isBusy.value = true;
    try {
      await save(rows.peek());
      onClose();
    } catch (error) {
      fault.value = explain(error);
      isBusy.value = false;
    }
  };
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
          onClick={() => void saveAll()}
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
