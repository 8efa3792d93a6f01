import { useSignal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { devices } from '../../state/devices.ts';
import type { LiveCall } from '../../state/live-call.ts';
import { editCall } from '../../state/notes.ts';
import { FieldFault } from './field-fault.tsx';

interface Row {
  id: string;
  name: string;
  isOnline: boolean;
  rings: boolean;
}

/** Which devices this one call rings, and in which order. */
export function RingOrderDialog({ live, onClose }: { live: LiveCall; onClose: () => void }) {
  const rows = useSignal<readonly Row[]>(firstRows(live));
  const fault = useSignal('');
  const isBusy = useSignal(false);

  const moveUp = (index: number) => {
    const next = [...rows.peek()];
    const [row] = next.splice(index, 1);
    if (row !== undefined) next.splice(index - 1, 0, row);
    rows.value = next;
  };

  async function save() {
    isBusy.value = true;
    try {
      await editCall(live.id, { will_ring: rows.peek().flatMap(({ id, rings }) => (rings ? [id] : [])) });
      onClose();
    } catch (error) {
      fault.value = explain(error);
      isBusy.value = false;
    }
  }

  return (
    <Dialog labelledBy="ring-order" onClose={onClose}>
      <h2 id="ring-order">When a person answers, ring</h2>
      <ul class="ring-order">
        {rows.value.map((row, index) => (
          <li key={row.id}>
            <label class="row grow">
              <input
                type="checkbox"
                checked={row.rings}
                onChange={({ currentTarget: { checked } }) =>
                  (rows.value = rows
                    .peek()
                    .map((each) => (each.id === row.id ? { ...each, rings: checked } : each)))
                }
              />
              <span class="grow clip">{row.name}</span>
              {row.isOnline ? null : <span class="faint sm">offline</span>}
            </label>
            <button
              type="button"
              class="btn sm icon"
              aria-label={`Move ${row.name} up`}
              disabled={index === 0}
              onClick={() => moveUp(index)}
            >
              <Icon name="arrow-up" />
            </button>
          </li>
        ))}
      </ul>
      <FieldFault id="ring-order-fault" text={fault.value} />
      <div class="stack">
        <button
          type="button"
          class="btn primary lg"
          disabled={isBusy.value || !rows.value.some(({ rings }) => rings)}
          onClick={() => void save()}
        >
          Save for this call
        </button>
        <button type="button" class="btn quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

/** Those that ring first, then the others. */
function firstRows(live: LiveCall): Row[] {
  const known = devices.peek() ?? [];
  const wanted = live.view.peek().will_ring;
  return [
    ...wanted.map(({ id, name, is_online: isOnline }) => ({ id, name, isOnline, rings: true })),
    ...known
      .filter(({ id }) => !wanted.some((each) => each.id === id))
      .map(({ id, name, is_online: isOnline }) => ({ id, name, isOnline, rings: false })),
  ];
}
