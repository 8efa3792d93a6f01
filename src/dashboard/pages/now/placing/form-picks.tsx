import type { ComponentChildren } from 'preact';
import type { Device, FlowSummary } from '../../../api/types.ts';
import { Icon } from '../../../icons/icon.tsx';
import type { IconName } from '../../../icons/names.ts';
import { Fault } from '../../../controls/fault.tsx';
import { systemReport } from '../../../state/gateway/system.ts';
import { isReachable, presenceOf } from '../../../text/device-texts.ts';
import { turnsOf } from '../../../text/ring-turns.ts';

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
          aria-invalid={fault === '' ? undefined : 'true'}
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
  /** Undefined: not read. */
  flows: readonly FlowSummary[] | undefined;
  number: string;
  value: string;
  fault: string;
  onChange: (id: string) => void;
}

/** The flow: a stored one, the one matching the number, or none. */
export function FlowPick({ flows, number, value, fault, onChange }: FlowPickProps) {
  const digits = number.replace(/[^\d+]/g, '');
  const fitting = (flows ?? []).filter(({ phone_number: each }) => each === digits);
  const chosen = flows?.find(({ id }) => id === value);
  const automatic = fitting[0];
  const shown = chosen ?? automatic;
  return (
    <Pick
      name="call_flow_id"
      label="Through the menu"
      icon="route"
      value={value}
      head={shown?.name ?? (flows === undefined ? 'What fits the number' : 'Without a flow')}
      detail={shown === undefined ? noFlow(flows !== undefined) : record(shown)}
      fault={fault}
      onChange={onChange}
    >
      <option value="">
        {automatic !== undefined
          ? `What fits the number (${automatic.name})`
          : flows === undefined
            ? 'What fits the number'
            : 'Without a flow'}
      </option>
      {flows?.map((each) => (
        <option key={each.id} value={each.id}>
          {each.name} – {each.company}
        </option>
      ))}
    </Pick>
  );
}

const noFlow = (isRead: boolean): string =>
  isRead ? 'none is stored for this number' : 'if a flow is stored for it';

function record({ success_count: reached, fail_count: failed }: FlowSummary): string {
  const runs = reached + failed;
  return runs === 0 ? 'not used yet' : `reached you ${reached} of ${runs} times`;
}

export interface DevicePickProps {
  /** Undefined: not read. */
  devices: readonly Device[] | undefined;
  holds: boolean;
  value: string;
  fault: string;
  onChange: (id: string) => void;
}

/** What rings when a person answers. */
export function DevicePick({ devices, holds, value, fault, onChange }: DevicePickProps) {
  const chosen = devices?.find(({ id }) => id === value);
  const { head, detail } = describeOrder(chosen === undefined ? devices : [chosen]);
  return (
    <Pick
      name="device"
      label={holds ? 'Then ring' : 'Ring first'}
      icon="bell-ring"
      value={value}
      head={head}
      detail={detail}
      fault={fault}
      onChange={onChange}
    >
      <option value="">{inTheirOrder}</option>
      {devices?.map((each) => (
        <option key={each.id} value={each.id}>
          Only {each.name}
          {each.is_online ? '' : ` (${presenceOf(each)})`}
        </option>
      ))}
    </Pick>
  );
}

const inTheirOrder = 'My devices, in their order';

function describeOrder(order: readonly Device[] | undefined): { head: string; detail: string } {
  if (order === undefined) return { head: inTheirOrder, detail: 'which these are could not be read' };
  if (order.length === 0) return { head: 'No device yet', detail: 'add one on Devices' };
  const online = order.filter(isReachable).length;
  return {
    head: turnsOf(order, systemReport.value?.ring_strategy)
      .map((turn) => turn.map(({ name }) => name).join(' and '))
      .join(', then '),
    detail: describeOnline(order.length, online),
  };
}

function describeOnline(all: number, online: number): string {
  if (online === 0) return all === 1 ? 'offline' : 'all offline';
  if (online === all) return all === 1 ? 'online' : all === 2 ? 'both online' : 'all online';
  return `${online} of ${all} online`;
}
