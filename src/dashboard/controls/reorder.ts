import { useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../shell/overlays/announcer.tsx';

/** Rows carry `data-row` with their id, grips carry `data-grip`. */
export interface ReorderNeeds {
  /** In their order. */
  ids: readonly string[];
  move: (from: number, to: number) => void;
  /** Called when a drag or key press is complete. */
  done?: () => void;
  nameOf: (id: string) => string;
}

/** Lists reordered by dragging a grip, or with the arrow keys while it has the focus. */
export function useReorder(needs: ReorderNeeds) {
  const list = useRef<HTMLElement>(null);
  const current = useRef(needs);
  current.current = needs;
  const focusId = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    // Moving a row in the document loses its focus, and the next key may be on its way.
    const id = focusId.current;
    focusId.current = undefined;
    if (id !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(id)}"]`)?.focus();
  });

  function drag(id: string, event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    let moved = false;
    const onMove = ({ clientY }: PointerEvent) => {
      const { ids, move } = current.current;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const from = ids.indexOf(id);
      const to = rows.findIndex((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return clientY >= top && clientY <= bottom;
      });
      const row = rows[to];
      if (to < 0 || to === from || row === undefined) return;
      const { top, height } = row.getBoundingClientRect();
      // Past the middle of a taller neighbour, or it would jump straight back.
      if (to > from ? clientY < top + height / 2 : clientY > top + height / 2) return;
      moved = true;
      move(from, to);
    };
    const stop = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
      if (moved) current.current.done?.();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
  }

  /** @returns whether it moved. */
  function step(id: string, by: -1 | 1): boolean {
    const { ids, move, done, nameOf } = current.current;
    const from = ids.indexOf(id);
    const to = from + by;
    if (to < 0 || to >= ids.length) return false;
    focusId.current = id;
    move(from, to);
    announce(`${nameOf(id)} is now ${to + 1} of ${ids.length}.`);
    done?.();
    return true;
  }

  return {
    list,
    step,
    grip: (id: string) => ({
      'data-grip': id,
      onPointerDown: (event: PointerEvent) => drag(id, event),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        step(id, event.key === 'ArrowUp' ? -1 : 1);
      },
    }),
  };
}
