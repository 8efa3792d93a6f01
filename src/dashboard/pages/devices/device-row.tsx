import { useSignal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import type { Device } from '../../api/types.ts';
import { Icon } from '../../icons/icon.tsx';
import { announce } from '../../shell/overlays/announcer.tsx';
import { GatewayButton } from '../../controls/gateway-button.tsx';
import { Menu } from '../../controls/menu.tsx';
import { phoneDeviceId } from '../../phone/phone.ts';
import {
  askForKey,
  removeDevice,
  renameDevice,
  renewPassword,
  testRing,
} from '../../state/stored/device-work.ts';
import { writeNumber } from '../../text/formats.ts';
import { nameDate } from '../../text/days.ts';
import { describeDevice, deviceIcons, presenceOf, tellRing } from '../../text/device-texts.ts';
import { type DeviceAsk, DeviceQuestion } from './device-question.tsx';

export interface DeviceRowProps {
  device: Device;
  /** Of devices that ring together, the same. */
  turn: number;
  isFirst: boolean;
  isLast: boolean;
  move: (by: -1 | 1) => void;
  grip: Record<string, unknown>;
}

/** One device: its turn, its presence, and its actions. */
export function DeviceRow({ device, turn, isFirst, isLast, move, grip }: DeviceRowProps) {
  const fault = useSignal<string | undefined>(undefined);
  const rings = useSignal(false);
  const result = useSignal<string | undefined>(undefined);
  const question = useSignal<DeviceAsk | undefined>(undefined);
  const { id, name, type, is_online: isOnline } = device;
  const { kind, address } = describeDevice(device);
  const isOwn = id === phoneDeviceId.value;
  const attempt = (work: Promise<unknown>) => {
    fault.value = undefined;
    work.catch((error: unknown) => (fault.value = explain(error)));
  };
  const ring = () => {
    rings.value = true;
    result.value = undefined;
    announce(`${name} rings.`);
    attempt(
      testRing(id)
        .then((answer) => {
          result.value = tellRing(answer);
          announce(result.value);
        })
        .finally(() => (rings.value = false)),
    );
  };
  return (
    <li class={`it dv ${isOnline ? '' : 'off'}`} data-row={id}>
      <GatewayButton class="grip" aria-label={`Move ${name}; rings as number ${turn}`} {...grip}>
        <Icon name="grip-vertical" />
      </GatewayButton>
      <span class="ord num">{turn}</span>
      <span class="pic">
        <Icon name={deviceIcons[type]} />
      </span>
      <span class="dv-n">
        <b>{isOwn ? 'This browser' : name}</b>
        <span class="muted sm">
          {kind}
          {type === 'external' ? (
            <>
              {' · '}
              <span class="tel">{writeNumber(address)}</span>
            </>
          ) : type === 'webrtc' ? (
            isOwn && ` · ${name}`
          ) : (
            <>
              {' · '}
              <span class="code">{address}</span>
            </>
          )}
          {device.confirm_answer ? ' · asks to press 1' : ''}
        </span>
      </span>
      <span class="on">
        <span class={`dot ${isOnline ? 'ok' : ''}`} />
        {type === 'external' ? (
          'always'
        ) : isOnline ? (
          'online'
        ) : (
          <span class="faint">
            {presenceOf(device)}
            {device.last_online_at === null ? (
              ''
            ) : (
              <span class="desk-inline"> since {nameDate(device.last_online_at)}</span>
            )}
          </span>
        )}
      </span>
      <span class="row btns">
        {/* To ring a number would be a call. */}
        {type === 'external' ? null : (
          <GatewayButton dials class="btn sm" disabled={!isOnline || rings.value} onClick={ring}>
            <Icon name="bell-ring" />
            {rings.value ? 'Rings' : 'Test ring'}
            <span class="vh"> of {name}</span>
          </GatewayButton>
        )}
        <Menu label={`More for ${name}`}>
          <GatewayButton disabled={isFirst} onClick={() => move(-1)}>
            <Icon name="arrow-up" />
            Move up
          </GatewayButton>
          <GatewayButton disabled={isLast} onClick={() => move(1)}>
            <Icon name="arrow-down" />
            Move down
          </GatewayButton>
          <GatewayButton onClick={() => (question.value = { kind: 'rename', name })}>
            <Icon name="pencil" />
            Rename
          </GatewayButton>
          {type === 'webrtc' ? null : (
            <GatewayButton onClick={() => attempt(askForKey(id, !device.confirm_answer))}>
              <Icon name="circle-check" />
              {device.confirm_answer ? 'Connect without a key' : 'Ask to press 1'}
            </GatewayButton>
          )}
          {type === 'external' ? null : (
            <GatewayButton onClick={() => (question.value = { kind: 'renew' })}>
              <Icon name="key-round" />
              New password
            </GatewayButton>
          )}
          <GatewayButton class="hang" onClick={() => (question.value = { kind: 'remove' })}>
            <Icon name="trash-2" />
            Remove
          </GatewayButton>
        </Menu>
      </span>
      {result.value === undefined ? null : <p class="hint dv-err">{result}</p>}
      {device.fault === undefined && fault.value === undefined ? null : (
        <p class="err dv-err" role="alert">
          <Icon name="circle-alert" />
          <span>{fault.value ?? device.fault}</span>
        </p>
      )}
      {question.value === undefined ? null : (
        <DeviceQuestion
          id={id}
          name={name}
          question={question.value}
          onClose={() => (question.value = undefined)}
          rename={(wanted) => attempt(renameDevice(id, wanted))}
          remove={() => attempt(removeDevice(id))}
          renew={() =>
            attempt(
              renewPassword(id).then(({ sip_password: password }) => {
                if (password !== undefined) question.value = { kind: 'password', password };
              }),
            )
          }
        />
      )}
    </li>
  );
}
