import { useSignal } from '@preact/signals';
import { devices } from '../../../state/stored/devices.ts';
import type { LiveCall } from '../../../state/call/live-call.ts';
import { editCall } from '../../../state/call/notes.ts';
import { presenceOf, type Presence } from '../../../text/device-texts.ts';
import { OrderDialog } from '../lists/order-dialog.tsx';

interface Row {
  id: string;
  name: string;
  presence: Presence;
  rings: boolean;
}

/** The devices this call rings, and their order. */
export function RingOrderDialog({ live, onClose }: { live: LiveCall; onClose: () => void }) {
  const rows = useSignal<readonly Row[]>(firstRows(live));
  const choose = (id: string, rings: boolean) =>
    (rows.value = rows.peek().map((each) => (each.id === id ? { ...each, rings } : each)));
  return (
    <OrderDialog<Row>
      id="ring-order"
      title="When a person answers, ring"
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      content={({ id, name, presence, rings }) => (
        <label class="row grow">
          <input
            type="checkbox"
            checked={rings}
            onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
          />
          <span class="grow clip">{name}</span>
          {presence === 'online' ? null : <span class="faint sm">{presence}</span>}
        </label>
      )}
      saveText="Save for this call"
      canSave={rows.value.some(({ rings }) => rings)}
      save={(wanted) => editCall(live, { will_ring: wanted.flatMap(({ id, rings }) => (rings ? [id] : [])) })}
      onClose={onClose}
    />
  );
}

/** The devices that ring, in order, then the others. One that only stands in for them is none of them: they may be back. */
function firstRows(live: LiveCall): Row[] {
  const known = devices.peek() ?? [];
  const wanted = live.view.peek().will_ring.filter(({ stands_in: standsIn }) => !standsIn);
  return [
    ...wanted.map((each) => ({ id: each.id, name: each.name, presence: presenceOf(each), rings: true })),
    ...known
      .filter(({ id }) => !wanted.some((each) => each.id === id))
      .map((each) => ({ id: each.id, name: each.name, presence: presenceOf(each), rings: false })),
  ];
}
