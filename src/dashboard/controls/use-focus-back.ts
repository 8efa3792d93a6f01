import { useRef } from 'preact/hooks';

/** For a button whose form takes its place: it has the focus again when the form is gone, and whoever uses keys stays where they were. */
export function useFocusBack() {
  const isAwaited = useRef(false);
  return {
    /** Called when the form closes. */
    expect: () => (isAwaited.current = true),
    /** The button's `ref`. */
    button: (button: HTMLButtonElement | null) => {
      if (button === null || !isAwaited.current) return;
      isAwaited.current = false;
      if (document.activeElement === document.body) button.focus();
    },
  };
}
