import type { Call, CallMode, RingChoice } from '../../domain/call.ts';
import { chooseDevices, type DeviceWithState, isReachable, selectorIsKnown } from '../../domain/device.ts';
import { type Flow, transferAhead } from '../../domain/flow.ts';

/** What decides whom a call rings. */
export type RingWishes = Pick<Call, 'mode' | 'transfer' | 'chosen' | 'requestedDevice' | 'flowStep'>;

/**
 * Whom a call rings: the transfer that is under way, else what the owner chose while it ran, else what the request named, else what the
 * flow's TRANSFER step names as it is now. A selector that no longer matches a device (a browser's sign-in has ended) is ignored, because
 * somebody may be waiting.
 * @returns `{ device: null }`, all devices, if nobody is named
 */
export function ringChoice(
  { mode, transfer, chosen, requestedDevice, flowStep }: RingWishes,
  flow: Pick<Flow, 'steps'> | undefined,
  devices: readonly DeviceWithState[],
): RingChoice {
  // No other mode follows its flow.
  const isFollowed = flow !== undefined && mode === 'hold_slayer';
  const ofStep = isFollowed ? transferAhead(flow.steps, flowStep)?.device : undefined;
  const words = [transfer, chosen, named(requestedDevice), named(ofStep)];
  return words.find((word) => word !== null && isKnown(word, devices)) ?? { device: null };
}

/** The devices of a choice that ring now, in order. */
export function devicesOf(choice: RingChoice, devices: readonly DeviceWithState[]): DeviceWithState[] {
  if ('device' in choice) return chooseDevices(devices, choice.device);
  return choice.devices.flatMap((id) => devices.filter((device) => device.id === id));
}

/**
 * For somebody who waits, perhaps after an hour in a queue: if none of the chosen devices can be reached, all others ring after them. Nobody
 * else would know of the person.
 */
export function forPerson(
  chosen: readonly DeviceWithState[],
  devices: readonly DeviceWithState[],
): DeviceWithState[] {
  if (chosen.some(isReachable)) return [...chosen];
  return [...chosen, ...chooseDevices(devices, null)];
}

export type RingingDevice = DeviceWithState & {
  /** It was not chosen, but none of those that were can be reached. */
  standsIn: boolean;
};

/** Who rings at a later ring, as things are now. If all devices ring, it includes those that are offline, since they may be back by then. */
export function devicesThatWillRing(
  choice: RingChoice,
  devices: readonly DeviceWithState[],
  mode: CallMode,
): RingingDevice[] {
  if ('device' in choice && choice.device === null)
    return [...devices]
      .sort((a, b) => a.priority - b.priority || a.createdAtMs - b.createdAtMs)
      .map((device) => ({ ...device, standsIn: false }));
  const chosen = devicesOf(choice, devices);
  const ringing = mode === 'hold_slayer' ? forPerson(chosen, devices) : chosen;
  return ringing.map((device) => ({ ...device, standsIn: !chosen.includes(device) }));
}

function named(device: string | null | undefined): RingChoice | null {
  return device === null || device === undefined || device === '' ? null : { device };
}

function isKnown(choice: RingChoice, devices: readonly DeviceWithState[]): boolean {
  if ('devices' in choice) return devicesOf(choice, devices).length > 0;
  return choice.device === null || selectorIsKnown(devices, choice.device);
}
