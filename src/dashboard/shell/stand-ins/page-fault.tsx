import type { ComponentChildren } from 'preact';
import { Icon } from '../../icons/icon.tsx';
import { isOffline } from '../../state/gateway/reach.ts';

interface PageFaultProps {
  /** Undefined: nothing is shown. */
  text: string | undefined;
  className?: string;
  /** A button that helps. */
  children?: ComponentChildren;
}

/** Why a page could not be read. Nothing is shown for a lost gateway: the banner says so already, and the page is read again afterwards. */
export function PageFault({ text, className = '', children }: PageFaultProps) {
  if (text === undefined || isOffline.value) return null;
  return (
    <p class={`banner bad ${className}`} role="alert">
      <Icon name="circle-alert" />
      <span class="grow">{text}</span>
      {children}
    </p>
  );
}
