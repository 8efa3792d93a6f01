import './when-pick.css';
import { type Signal, useSignal } from '@preact/signals';
import { Icon } from '../../../icons/icon.tsx';
import { Fault } from '../../../controls/fault.tsx';
import { Switch } from '../../../controls/switch.tsx';
import { serverTimeAt } from '../../../state/gateway/clock.ts';
import { againPlan } from '../../../state/calls/place-call.ts';
import { daysToChoose, momentOf, type PlannedTime, suggestTime } from '../../../state/calls/planned-time.ts';
import { tellReasons, tellTries } from '../../../text/again.ts';
import { nameMoment } from '../../../text/days.ts';

interface WhenPickProps {
  /** Undefined: now. */
  planned: Signal<PlannedTime | undefined>;
  again: Signal<boolean>;
  fault: string;
  onChange: () => void;
}

/** When the call is placed, and whether again if it fails: folded into one line, which says what is chosen. */
export function WhenPick({ planned, again, fault, onChange }: WhenPickProps) {
  const isOpen = useSignal(false);
  const isSet = planned.value !== undefined || again.value;
  return (
    <details
      class={`when full ${isSet ? 'is-set' : ''}`}
      open={isOpen.value || fault !== ''}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>
        <Icon name="calendar-clock" />
        <span>{isSet ? tell(planned.value, again.value) : 'Later, or again if it fails'}</span>
        <Icon name="chevron-down" />
      </summary>
      <div class="when-body">
        <fieldset class="field">
          <legend class="label">When</legend>
          <div class="segc fill choice">
            {[false, true].map((isLater) => (
              <label key={String(isLater)}>
                <input
                  type="radio"
                  name="when"
                  checked={(planned.value !== undefined) === isLater}
                  onChange={() => {
                    planned.value = isLater ? suggestTime(serverTimeAt()) : undefined;
                    onChange();
                  }}
                />
                <span>{isLater ? 'Later' : 'Now'}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {planned.value === undefined ? null : (
          <TimeFields
            planned={planned.value}
            fault={fault}
            onChange={(changed) => {
              planned.value = { ...(planned.peek() ?? suggestTime(serverTimeAt())), ...changed };
              onChange();
            }}
          />
        )}
        <div class="row between full">
          <span id="again">
            Call again if it is {tellReasons(againPlan.on)}{' '}
            <span class="faint sm">{tellTries(againPlan)}</span>
          </span>
          <Switch
            isOn={again.value}
            labelledBy="again"
            onChange={(on) => {
              again.value = on;
              onChange();
            }}
          />
        </div>
      </div>
    </details>
  );
}

interface TimeFieldsProps {
  planned: PlannedTime;
  fault: string;
  onChange: (changed: Partial<PlannedTime>) => void;
}

function TimeFields({ planned, fault, onChange }: TimeFieldsProps) {
  const { first, last } = daysToChoose(serverTimeAt());
  const common = {
    class: `input ${fault === '' ? '' : 'bad'}`,
    required: true,
    'aria-invalid': fault === '' ? undefined : ('true' as const),
    'aria-describedby': 'at-fault',
  };
  return (
    <div class="when-time">
      <div class="field">
        <label for="at">Day</label>
        <input
          {...common}
          id="at"
          name="at"
          type="date"
          min={first}
          max={last}
          value={planned.day}
          onInput={({ currentTarget }) => onChange({ day: currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for="at-time">Time</label>
        <input
          {...common}
          id="at-time"
          type="time"
          value={planned.time}
          onInput={({ currentTarget }) => onChange({ time: currentTarget.value })}
        />
      </div>
      <Fault id="at-fault" text={fault} />
    </div>
  );
}

/** `Tomorrow, 09:00 · again if it fails`. */
function tell(planned: PlannedTime | undefined, again: boolean): string {
  const atMs = planned === undefined ? undefined : momentOf(planned);
  const when = atMs === undefined ? 'now' : Number.isNaN(atMs) ? 'later' : nameMoment(atMs);
  return `${when.charAt(0).toUpperCase()}${when.slice(1)}${again ? ' · again if it fails' : ''}`;
}
