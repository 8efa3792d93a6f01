import type { ComponentProps } from 'preact';
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

/** A button for what only the gateway can do: it rests, and says why, while the gateway cannot. */
export function GatewayButton({
  disabled,
  title,
  type = 'button',
  dials = false,
  ...rest
}: GatewayButtonProps) {
  const reason = offlineReason() ?? (dials ? asteriskReason() : undefined);
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || reason !== undefined}
      title={reason ?? title}
    />
  );
}
