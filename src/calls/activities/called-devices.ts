import type { RingChoice } from '../../domain/call.ts';
import { chooseDevices, type DeviceWithState } from '../../domain/device.ts';
import { describeError } from '../../domain/errors.ts';
import { devicesOf, ringChoice } from '../legs/ring-order.ts';
import type { LiveCall } from '../live-call.ts';

/** Whom a call rings at one moment. */
export interface Called {
  /** All devices. */
  known: DeviceWithState[];
  choice: RingChoice;
}

/** Read anew for every ring, because the devices, the flow and the owner's choice may have changed since the last one. */
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
    const { choice, known } = await lookUpCalled(call);
    return devicesOf(choice, known).some(({ id }) => id === deviceId);
  } catch (error) {
    const about = { call: call.id, device: deviceId, error: describeError(error) };
    call.needs.log.warn('a device came online and the devices cannot be read: it does not ring yet', about);
    return false;
  }
}

/** If the call was for the lost device alone, all others ring. @param except the lost device; undefined for none. */
export function othersThan(except: string | undefined, { choice, known }: Called): DeviceWithState[] {
  const chosen = devicesOf(choice, known);
  if (except === undefined) return chosen;
  const others = chosen.filter(({ id }) => id !== except);
  return others.length > 0 ? others : chooseDevices(known, null).filter(({ id }) => id !== except);
}

/** The word by which devices were chosen; '' if there was none. */
export function wordOf(choice: RingChoice): string {
  return 'device' in choice ? (choice.device ?? '') : '';
}
