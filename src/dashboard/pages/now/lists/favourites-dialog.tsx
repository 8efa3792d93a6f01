import { useSignal } from '@preact/signals';
import { Icon } from '../../../icons/icon.tsx';
import {
  type Favourite,
  favourites,
  favouritesTag,
  readFavourites,
  saveFavourites,
} from '../../../state/stored/favourites.ts';
import { writeNumber } from '../../../text/formats.ts';
import { OrderDialog } from './order-dialog.tsx';

const rowsOf = (known: readonly Favourite[] = []) =>
  known.map((favourite, index) => ({ key: String(index), favourite }));

/** Renames, reorders and removes favourites; they are added with *Keep as favourite* in the form. */
export function FavouritesDialog({ onClose }: { onClose: () => void }) {
  const rows = useSignal(rowsOf(favourites.peek()));
  const basedOn = useSignal(favouritesTag());
  const load = async () => {
    await readFavourites();
    basedOn.value = favouritesTag();
    rows.value = rowsOf(favourites.peek());
  };
  const rename = (key: string, label: string) =>
    (rows.value = rows
      .peek()
      .map((each) => (each.key === key ? { key, favourite: { ...each.favourite, label } } : each)));
  return (
    <OrderDialog<{ key: string; favourite: Favourite }>
      id="edit-favourites"
      title="Favourites"
      rows={rows}
      keyOf={({ key }) => key}
      nameOf={({ favourite }) => favourite.label}
      content={({ key, favourite: { number, label } }) => (
        <input
          class="input grow"
          aria-label={`Name of ${writeNumber(number)}`}
          maxLength={60}
          value={label}
          onInput={({ currentTarget }) => rename(key, currentTarget.value)}
        />
      )}
      further={({ favourite: { label } }, remove) => (
        <button type="button" class="btn sm icon" aria-label={`Remove ${label}`} onClick={remove}>
          <Icon name="trash-2" />
        </button>
      )}
      saveText="Save"
      save={(wanted, overwrites) =>
        saveFavourites(
          wanted.map(({ favourite }) => favourite),
          overwrites ? undefined : basedOn.peek(),
        )
      }
      outdated={{ what: 'The list', load }}
      onClose={onClose}
    />
  );
}
