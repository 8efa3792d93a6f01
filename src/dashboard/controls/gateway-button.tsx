import type { ComponentProps } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { health } from '../state/gateway/gateway.ts';
import { isOffline } from '../state/gateway/reach.ts';

/** Why a control rests; undefined while the gateway is there. */
export const offlineReason = (): string | undefined =>
  isOffline.value ? 'Not now: this page has lost the gateway' : undefined;

/** Why no call can be placed. */
const asteriskReason = (): string | undefined =>
  health.value?.asterisk.ok === false ? 'Not while Asterisk is away' : undefined;

type GatewayButtonProps = ComponentProps<'button'> & {
  /** Whether it places a call. */
  dials?: boolean;
};

/**
 * A button for what only the gateway can do: it rests, and says why, while the gateway cannot. A button that rests loses the focus, which
 * it has again afterwards.
 */
export function GatewayButton({
  disabled,
  title,
  type = 'button',
  dials = false,
  ...rest
}: GatewayButtonProps) {
  const reason = offlineReason() ?? (dials ? asteriskReason() : undefined);
  const rests = disabled === true || reason !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // Asked before it is drawn: afterwards the browser has taken the focus away.
  if (rests && button.current !== null && document.activeElement === button.current) hadFocus.current = true;
  useLayoutEffect(() => {
    if (rests) return;
    if (hadFocus.current && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [rests]);
  return <button {...rest} ref={button} type={type} disabled={rests} title={reason ?? title} />;
}
