import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { AppError, describeError } from '../domain/errors.ts';
import { type StunServer, askStun } from './stun.ts';

/** `EXTERNAL_ADDRESS` and what it needs. */
export interface OutsideAddressSettings {
  /** An IPv4 address, a name, or `auto`; undefined when there is no NAT. */
  readonly externalAddress: string | undefined;
  readonly stun: StunServer | undefined;
}

/**
 * The IPv4 address under which the Internet reaches this machine; undefined when none is configured.
 * @throws AppError `unavailable` when the name has none now, or the STUN server does not say.
 */
export async function findOutsideAddress(settings: OutsideAddressSettings): Promise<string | undefined> {
  const { externalAddress, stun } = settings;
  if (externalAddress === undefined || isIPv4(externalAddress)) return externalAddress;
  if (externalAddress === 'auto') {
    if (stun === undefined) throw new AppError('invalid', 'EXTERNAL_ADDRESS=auto needs STUN_SERVER');
    return askStun(stun);
  }
  try {
    return (await lookup(externalAddress, { family: 4 })).address;
  } catch (cause) {
    throw new AppError('unavailable', `EXTERNAL_ADDRESS ${externalAddress}: ${describeError(cause)}`, {
      cause,
    });
  }
}
