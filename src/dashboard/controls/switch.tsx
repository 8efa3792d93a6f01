import './switch.css';
import { offlineReason } from './gateway-button.tsx';

export interface SwitchProps {
  isOn: boolean;
  onChange: (on: boolean) => void;
  /** The id of its label, or its own accessible name. */
  labelledBy?: string;
  label?: string;
  disabled?: boolean;
  /** Rests while the gateway is away. */
  needsGateway?: boolean;
}

export function Switch({
  isOn,
  onChange,
  labelledBy,
  label,
  disabled = false,
  needsGateway = false,
}: SwitchProps) {
  const reason = needsGateway ? offlineReason() : undefined;
  return (
    <button
      type="button"
      class="switch-b"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={labelledBy}
      aria-label={label}
      disabled={disabled || reason !== undefined}
      title={reason}
      onClick={() => onChange(!isOn)}
    >
      <span class={`switch ${isOn ? 'is-on' : ''}`} />
    </button>
  );
}
