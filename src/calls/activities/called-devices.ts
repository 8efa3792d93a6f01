import type { RingChoice } from '../../domain/call.ts';
import type { DeviceWithState } from '../../domain/device.ts';
import { describeError } from '../../domain/errors.ts';
import { devicesOf, forPerson, ringChoice } from '../legs/ring-order.ts';
import type { LiveCall } from '../live-call.ts';

/** Whom a call rings at one moment. */
export interface Called {
  /** All devices. */
  known: DeviceWithState[];
  choice: RingChoice;
}

/** Read again for every ring, because the devices, the flow and the owner's choice may have changed since the last one. */
export async function lookUpCalled(call: LiveCall): Promise<Called> {
  const [known, flow] = await Promise.all([call.needs.devices(), call.flow.look()]);
  return { known, choice: ringChoice(call.ledger.call, flow, known) };
}

/**
 * Whether this device may ring for a person. Never rejects: while the devices cannot be read, none may ring, and they ring a little later
 * instead.
 */
export async function mayRing(call: LiveCall, deviceId: string): Promise<boolean> {
  try {
    const called = await lookUpCalled(call);
    return devicesToRing(called, { isForPerson: true }).some(({ id }) => id === deviceId);
  } catch (error) {
    const about = { call: call.id, device: deviceId, error: describeError(error) };
    call.needs.log.warn('a device came online and the devices cannot be read: it does not ring yet', about);
    return false;
  }
}

export interface RingPurpose {
  /** Somebody is there and waits. */
  isForPerson: boolean;
  /** A device that was lost in the talk, and does not ring. */
  except?: string | undefined;
  /** Whether it is for all devices, whoever was chosen. */
  isForAll?: boolean | undefined;
}

/** Those that the call is for, or those that ring for somebody who waits. */
export function devicesToRing({ choice, known }: Called, purpose: RingPurpose): DeviceWithState[] {
  const { isForPerson, except, isForAll = false } = purpose;
  const isOther = ({ id }: DeviceWithState): boolean => id !== except;
  const chosen = devicesOf(isForAll ? { device: null } : choice, known).filter(isOther);
  return isForPerson ? forPerson(chosen, known.filter(isOther)) : chosen;
}

/** The word by which devices were chosen; '' if there was none. */
export function wordOf(choice: RingChoice): string {
  return 'device' in choice ? (choice.device ?? '') : '';
}
