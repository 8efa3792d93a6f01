import type { Call } from '../../domain/call.ts';
import { chooseDevices, type DeviceWithState, selectorIsKnown } from '../../domain/device.ts';
import type { Flow } from '../../domain/flow.ts';

/**
 * The devices that a call rings, in order: those that the owner chose for it, else those that its target names. If none of them is a
 * device any more (a browser's session has ended), all others ring: somebody may be waiting.
 */
export function devicesToRing(
  { willRing, target }: Pick<Call, 'willRing' | 'target'>,
  devices: readonly DeviceWithState[],
): DeviceWithState[] {
  const chosen = (willRing ?? []).flatMap((id) => devices.filter((device) => device.id === id));
  if (chosen.length > 0) return chosen;
  return chooseDevices(devices, target !== null && selectorIsKnown(devices, target) ? target : null);
}

/**
 * Whom a flow's person is put through to: the device that the flow names, unless the request or the owner named one.
 * @param step that was reached; otherwise the first TRANSFER.
 */
export function targetOfFlow(
  { steps }: Flow,
  { target }: Pick<Call, 'target'>,
  step = steps.find(({ type }) => type === 'TRANSFER'),
): string | null {
  const device = step?.device;
  const isFlows = steps.some((each) => each.type === 'TRANSFER' && each.device === target);
  return device === undefined || (target !== null && !isFlows) ? target : device;
}

/**
 * As `devicesToRing`, but for a later ring: unless devices were chosen, it includes those that are offline, since they may be back by then.
 */
export function devicesThatWillRing(
  call: Pick<Call, 'willRing' | 'target' | 'activity'>,
  devices: readonly DeviceWithState[],
  flow: Flow | undefined,
): DeviceWithState[] {
  const isPastFlow = flow === undefined || call.activity === 'ring' || call.activity === 'talk';
  const target = isPastFlow ? call.target : targetOfFlow(flow, call);
  if (call.willRing === null && (target === null || target === ''))
    return [...devices].sort((a, b) => a.priority - b.priority || a.createdAtMs - b.createdAtMs);
  return devicesToRing({ willRing: call.willRing, target }, devices);
}
