import './secret.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

/** A secret shown only this once, to be copied. */
export function Secret({ text, what }: { text: string; what: string }) {
  const ref = useRef<HTMLDivElement>(null);
  // The form that asked for it is gone, and the focus with it.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === 'main') ref.current?.focus();
  }, []);
  return (
    <div class="secret" ref={ref} tabIndex={-1} role="group" aria-label={`The ${what}, shown only once`}>
      <p class="code">{text}</p>
      <div class="row wrap">
        <CopyButton text={text} what={what} isLabelled />
      </div>
    </div>
  );
}
