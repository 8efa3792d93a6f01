import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CallMode } from '../../../api/types.ts';
import { Fault } from '../../../controls/fault.tsx';
import { Switch } from '../../../controls/switch.tsx';
import { readSystem, systemReport } from '../../../state/gateway/system.ts';

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
  useEffect(() => void readSystem().catch(() => undefined), []); // what is unknown is offered
  const includes = mode === 'ai_assisted';
  const row = (name: keyof WantedServices, text: string, whyNot?: string) => (
    <div class="row between" key={name}>
      <span id={`service-${name}`}>
        {text} {whyNot === undefined ? null : <span class="faint">{whyNot}</span>}
      </span>
      <Switch
        isOn={whyNot === undefined && (includes || services.value[name])}
        disabled={includes || whyNot !== undefined}
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
      {row(
        'transcription',
        'Transcribe it',
        systemReport.value?.transcription.engine === null ? 'no recogniser is set up' : undefined,
      )}
      <Fault text={fault} />
    </fieldset>
  );
}
