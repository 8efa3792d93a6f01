import { useSignal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { writeNumber } from '../../state/formats.ts';
import { type Favourite, favourites, saveFavourites } from '../../state/favourites.ts';
import { FieldFault } from './field-fault.tsx';

/** Names, order and end of favourites; they begin with *Keep as favourite* in the form. */
export function FavouritesDialog({ onClose }: { onClose: () => void }) {
  const rows = useSignal<readonly Favourite[]>(favourites.peek() ?? []);
  const fault = useSignal('');
  const isBusy = useSignal(false);
  const change = (index: number, part: Partial<Favourite>) =>
    (rows.value = rows.peek().map((each, at) => (at === index ? { ...each, ...part } : each)));
  const moveUp = (index: number) => {
    const next = [...rows.peek()];
    const [row] = next.splice(index, 1);
    if (row !== undefined) next.splice(index - 1, 0, row);
    rows.value = next;
  };

  async function save() {
    isBusy.value = true;
    try {
      await saveFavourites(rows.peek());
      onClose();
    } catch (error) {
      fault.value = explain(error);
      isBusy.value = false;
    }
  }

  return (
    <Dialog labelledBy="edit-favourites" onClose={onClose}>
      <h2 id="edit-favourites">Favourites</h2>
      <ul class="ring-order">
        {rows.value.map((row, index) => (
          <li key={`${row.number} ${index}`}>
            <input
              class="input grow"
              aria-label={`Name of ${writeNumber(row.number)}`}
              maxLength={60}
              value={row.label}
              onInput={({ currentTarget }) => change(index, { label: currentTarget.value })}
            />
            <button
              type="button"
              class="btn sm icon"
              aria-label={`Move ${row.label} up`}
              disabled={index === 0}
              onClick={() => moveUp(index)}
            >
              <Icon name="arrow-up" />
            </button>
            <button
              type="button"
              class="btn sm icon"
              aria-label={`Remove ${row.label}`}
              onClick={() => (rows.value = rows.peek().filter((_each, at) => at !== index))}
            >
              <Icon name="trash-2" />
            </button>
          </li>
        ))}
      </ul>
      <FieldFault id="favourites-fault" text={fault.value} />
      <div class="stack">
        <button type="button" class="btn primary lg" disabled={isBusy.value} onClick={() => void save()}>
          Save
        </button>
        <button type="button" class="btn quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
