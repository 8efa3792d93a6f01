/**
 * What had the focus is gone, with the page that was left or a row that was removed: the content takes it, so that whoever reads with a
 * screen reader hears where they are, and Tab goes on there. @returns a function that stops it.
 */
export function followFocus(): () => void {
  let last: Element | undefined;
  const onFocus = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : undefined;
  };
  const observer = new MutationObserver(() => {
    // A form that takes the place of its button has the focus by now; a dialog gives it back.
    if (last === undefined || last.isConnected || document.activeElement !== document.body) return;
    last = undefined;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
