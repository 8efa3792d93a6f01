import './menu.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';

export interface MenuProps {
  /** The button's accessible name. */
  label: string;
  className?: string;
  children: ComponentChildren;
}

/** Further actions behind three dots. A choice, Esc or a click elsewhere closes it. */
export function Menu({ label, className = 'btn sm icon quiet', children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = ref.current;
      if (menu?.open === true && !(event.target instanceof Node && menu.contains(event.target)))
        menu.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  return (
    <details
      class="menu"
      ref={ref}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || ref.current?.open !== true) return;
        ref.current.open = false;
        ref.current.querySelector('summary')?.focus();
        event.stopPropagation();
      }}
    >
      <summary class={className} aria-label={label}>
        <Icon name="ellipsis" />
      </summary>
      <div
        class="menu-panel"
        onClick={(event) => {
          const pressed = event.target instanceof Element && event.target.closest('button, a') !== null;
          if (!pressed || ref.current === null) return;
          // The choice disappears, and a dialog that it opens gives the focus back to what had it.
          ref.current.querySelector('summary')?.focus();
          ref.current.open = false;
        }}
      >
        {children}
      </div>
    </details>
  );
}
