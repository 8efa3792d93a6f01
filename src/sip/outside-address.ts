import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { AppError, describeError } from '../domain/errors.ts';
import { type StunServer, askStun } from './stun.ts';

/** `EXTERNAL_ADDRESS` and what resolves it. */
export interface OutsideAddressSettings {
  /** An IPv4 address, a name, or `auto`; undefined when there is no NAT. */
  readonly externalAddress: string | undefined;
  readonly stun: StunServer | undefined;
}

/**
 * This machine's IPv4 address on the Internet; undefined when none is configured.
 * @throws AppError `unavailable` when the name does not resolve or the STUN server does not answer.
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
