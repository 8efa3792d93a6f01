import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../../controls/dialog.tsx';

/** Asks before a link leaves unsaved changes. */
export function LeaveQuestion({ isDirty, onLeave }: { isDirty: boolean; onLeave: () => void }) {
  const { route } = useLocation();
  const target = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || link.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      if (
        link.origin !== location.origin ||
        link.pathname === location.pathname ||
        link.hasAttribute('download')
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      target.value = link.pathname + link.search + link.hash;
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty]);
  if (target.value === undefined) return null;
  return (
    <Dialog labelledBy="leave-question" onClose={() => (target.value = undefined)}>
      <h2 id="leave-question">Leave without saving?</h2>
      <p class="muted">Your changes to this flow will be lost.</p>
      <div class="row">
        <button type="button" class="btn primary" onClick={() => (target.value = undefined)}>
          Stay
        </button>
        <button
          type="button"
          class="btn hang"
          onClick={() => {
            const address = target.value;
            onLeave();
            target.value = undefined;
            if (address !== undefined) route(address);
          }}
        >
          Leave
        </button>
      </div>
    </Dialog>
  );
}
