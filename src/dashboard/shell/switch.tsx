import './switch.css';

export interface SwitchProps {
  isOn: boolean;
  onChange: (on: boolean) => void;
  /** The id of its label, or its own accessible name. */
  labelledBy?: string;
  label?: string;
  disabled?: boolean;
}

export function Switch({ isOn, onChange, labelledBy, label, disabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      class="switch-b"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={labelledBy}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      <span class={`switch ${isOn ? 'is-on' : ''}`} />
    </button>
  );
}
