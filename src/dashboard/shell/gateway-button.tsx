import type { ComponentProps } from 'preact';
import { isOffline } from '../state/reach.ts';

/** Why a control rests; undefined while the gateway is there. */
export const offlineReason = (): string | undefined =>
  isOffline.value ? 'Not now: this page has lost the gateway' : undefined;

/** A button for what only the gateway can do: it rests, and says why, while the gateway is away. */
export function GatewayButton({ disabled, title, type = 'button', ...rest }: ComponentProps<'button'>) {
  const reason = offlineReason();
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || reason !== undefined}
      title={reason ?? title}
    />
  );
}
