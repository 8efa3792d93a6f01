import { effect } from '@preact/signals';
import { isUnsaved, leave } from '../../state/unsaved.ts';

/**
 * Every way out of a page asks while there is typed work: links and the history here, keys where they are listened to; reloading and closing
 * are the browser's to ask about. Called before the router listens: an event at the window has no capturing phase in Chromium, and whoever
 * listened first hears it first.
 */
export function guardExits(): void {
  document.addEventListener('click', onClick, true);
  window.addEventListener('popstate', onStep);
  effect(() => {
    // A page that listens for this may not be kept for Back, so it listens only while it must.
    if (!isUnsaved.value) return undefined;
    own = location.href;
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  });
}

/** The page with the typed work. */
let own = '';

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isUnsaved.peek() || link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.target === '_blank' || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname === location.pathname) return;
  event.preventDefault();
  event.stopPropagation();
  leave(() => (link.isConnected ? link.click() : location.assign(link.href)));
}

/**
 * The browser has taken the step already. The page's own address becomes a new entry after the one that was stepped to, so that leaving is a
 * step back from there; the router hears of nothing.
 */
function onStep(event: PopStateEvent): void {
  if (!isUnsaved.peek() || new URL(own).pathname === location.pathname) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', own);
  leave(() => history.back());
}

function onUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
