import type { Signal } from '@preact/signals';
import type { CallMode } from '../../api/types.ts';
import { Switch } from '../../shell/switch.tsx';

/** Recording and transcription. A call with notes has both anyway. */
export interface WantedServices {
  recording: boolean;
  transcription: boolean;
}

interface ServicesPickProps {
  mode: CallMode;
  services: Signal<WantedServices>;
  fault: string;
  onChange: () => void;
}

export function ServicesPick({ mode, services, fault, onChange }: ServicesPickProps) {
  const includes = mode === 'ai_assisted';
  const row = (name: keyof WantedServices, text: string) => (
    <div class="row between" key={name}>
      <span id={`service-${name}`}>{text}</span>
      <Switch
        isOn={includes || services.value[name]}
        disabled={includes}
        labelledBy={`service-${name}`}
        onChange={(on) => {
          services.value = { ...services.peek(), [name]: on };
          onChange();
        }}
      />
    </div>
  );
  return (
    <fieldset class="field full services">
      <legend class="label">What is said</legend>
      {row('recording', 'Record it')}
      {row('transcription', 'Transcribe it')}
      {fault === '' ? null : <p class="err">{fault}</p>}
    </fieldset>
  );
}
