import type { ComponentChildren } from 'preact';
import type { Device, FlowSummary } from '../../../api/types.ts';
import { Icon } from '../../../icons/icon.tsx';
import type { IconName } from '../../../icons/names.ts';
import { Fault } from '../../../controls/fault.tsx';
import { isReachable, presenceOf } from '../../../text/device-texts.ts';

interface PickProps {
  name: string;
  label: string;
  icon: IconName;
  value: string;
  head: string;
  detail: string;
  fault: string;
  onChange: (value: string) => void;
  children: ComponentChildren;
}

/** A native select drawn as two lines: the choice, and the reason for it. */
function Pick({ name, label, icon, value, head, detail, fault, onChange, children }: PickProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <div class={`pick ${fault === '' ? '' : 'bad'}`}>
        <Icon name={icon} />
        <span class="grow" aria-hidden="true">
          <span class="clip block">{head}</span>
          <span class="faint sm clip block">{detail}</span>
        </span>
        <Icon name="chevron-down" />
        <select
          id={name}
          name={name}
          value={value}
          aria-describedby={`${name}-fault`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {children}
        </select>
      </div>
      <Fault id={`${name}-fault`} text={fault} />
    </div>
  );
}

export interface FlowPickProps {
  flows: readonly FlowSummary[];
  number: string;
  value: string;
  fault: string;
  onChange: (id: string) => void;
}

/** The flow: a stored one, the one matching the number, or none. */
export function FlowPick({ flows, number, value, fault, onChange }: FlowPickProps) {
  const digits = number.replace(/[^\d+]/g, '');
  const fitting = flows.filter(({ phone_number: each }) => each === digits);
  const chosen = flows.find(({ id }) => id === value);
  const automatic = fitting[0];
  const shown = chosen ?? automatic;
  return (
    <Pick
      name="call_flow_id"
      label="Through the menu"
      icon="route"
      value={value}
      head={shown?.name ?? 'Without a flow'}
      detail={shown === undefined ? 'none is stored for this number' : record(shown)}
      fault={fault}
      onChange={onChange}
    >
      <option value="">
        {automatic === undefined ? 'Without a flow' : `What fits the number (${automatic.name})`}
      </option>
      {flows.map((each) => (
        <option key={each.id} value={each.id}>
          {each.name} – {each.company}
        </option>
      ))}
    </Pick>
  );
}

function record({ success_count: reached, fail_count: failed }: FlowSummary): string {
  const runs = reached + failed;
  return runs === 0 ? 'not used yet' : `reached you ${reached} of ${runs} times`;
}

export interface DevicePickProps {
  devices: readonly Device[];
  holds: boolean;
  value: string;
  fault: string;
  onChange: (id: string) => void;
}

/** What rings when a person answers. */
export function DevicePick({ devices, holds, value, fault, onChange }: DevicePickProps) {
  const chosen = devices.find(({ id }) => id === value);
  const order = chosen === undefined ? devices : [chosen];
  const online = order.filter(isReachable);
  return (
    <Pick
      name="device"
      label={holds ? 'Then ring' : 'Ring first'}
      icon="bell-ring"
      value={value}
      head={order.length === 0 ? 'No device yet' : inOrder(order.map(({ name }) => name))}
      detail={describeOnline(order.length, online.length)}
      fault={fault}
      onChange={onChange}
    >
      <option value="">My devices, in their order</option>
      {devices.map((each) => (
        <option key={each.id} value={each.id}>
          Only {each.name}
          {each.is_online ? '' : ` (${presenceOf(each)})`}
        </option>
      ))}
    </Pick>
  );
}

function inOrder(names: readonly string[]): string {
  return names.join(', then ');
}

function describeOnline(all: number, online: number): string {
  if (all === 0) return 'add one on Devices';
  if (online === 0) return all === 1 ? 'offline' : 'all offline';
  if (online === all) return all === 1 ? 'online' : all === 2 ? 'both online' : 'all online';
  return `${online} of ${all} online`;
}
