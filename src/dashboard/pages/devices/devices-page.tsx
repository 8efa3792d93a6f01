import './devices.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { explain } from '../../api/errors.ts';
import { Icon } from '../../icons/icon.tsx';
import { Page } from '../../shell/page.tsx';
import { PageFault } from '../../shell/stand-ins/page-fault.tsx';
import { Unread } from '../../shell/stand-ins/unread.tsx';
import { useReorder } from '../../controls/reorder.ts';
import { orderDevices } from '../../state/stored/device-work.ts';
import { devices, moveDevice, readDevices, rereadDevices } from '../../state/stored/devices.ts';
import { readSystem, systemReport } from '../../state/gateway/system.ts';
import { onReconnect } from '../../stream/connection.ts';
import { turnsOf } from '../../text/ring-turns.ts';
import { DeviceRow } from './device-row.tsx';
import { RingOrder } from './ring-order.tsx';
import { ThisBrowser } from './this-browser.tsx';

/** The owner's devices in ringing order. */
export function DevicesPage() {
  const fault = useSignal<string | undefined>(undefined);
  const read = () => {
    fault.value = undefined;
    const fail = (error: unknown) => (fault.value = explain(error));
    readDevices().catch(fail);
    readSystem().catch(fail);
  };
  useEffect(() => {
    read();
    return onReconnect(read);
  }, []);
  const known = devices.value;
  const turns = turnsOf(known ?? [], systemReport.value?.ring_strategy);
  const { list, grip, step } = useReorder({
    ids: (known ?? []).map(({ id }) => id),
    move: moveDevice,
    done: () => {
      orderDevices((devices.peek() ?? []).map(({ id }) => id)).catch((error: unknown) => {
        fault.value = explain(error);
        void rereadDevices(); // the gateway's version
      });
    },
    nameOf: (id) => known?.find((each) => each.id === id)?.name ?? '',
  });
  return (
    <Page
      title="Devices"
      titleOnPhone
      actions={
        <a class="btn primary" href="/devices/new">
          <Icon name="plus" />
          Add a device
        </a>
      }
      phoneActions={
        <a class="btn primary sm" href="/devices/new">
          <Icon name="plus" />
          Add
        </a>
      }
    >
      {known === undefined ? (
        <Unread what="the devices" fault={fault.value} again={read} />
      ) : (
        <PageFault className="dv-fault" text={fault.value} />
      )}
      {known === undefined ? null : (
        <div class="two">
          {known.length === 0 ? (
            <section class="card empty">
              <span class="badge-a plain">
                <Icon name="phone" />
              </span>
              <h2>No device yet</h2>
              <p class="muted">
                A device is what rings when a person answers: a desk phone, a softphone, or a number.
              </p>
              <a class="btn primary" href="/devices/new">
                <Icon name="plus" />
                Add the first device
              </a>
            </section>
          ) : (
            <div class="stack col">
              <ul
                class="card list"
                aria-label="Devices in the order in which they ring"
                ref={list as { current: HTMLUListElement | null }}
              >
                {known.map((device, index) => (
                  <DeviceRow
                    key={device.id}
                    device={device}
                    turn={1 + turns.findIndex((turn) => turn.includes(device))}
                    isFirst={index === 0}
                    isLast={index === known.length - 1}
                    move={(by) => step(device.id, by)}
                    grip={grip(device.id)}
                  />
                ))}
              </ul>
              <RingOrder devices={known} />
            </div>
          )}
          <ThisBrowser />
        </div>
      )}
    </Page>
  );
}
