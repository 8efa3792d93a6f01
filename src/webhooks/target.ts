import { isIP } from 'node:net';
import { AppError } from '../domain/errors.ts';
import { findUrlFault } from '../domain/webhook.ts';
import { hostOf, portOf } from '../domain/ip-address.ts';
import type { AddressGuard } from './address-guard.ts';
import { isForbiddenAddress, isForbiddenPort } from './address-rules.ts';

/**
 * Validates a webhook's URL. Self-hosters want to reach their own network (Home Assistant, ntfy on the same machine),
 * so loopback and private addresses are allowed. What is refused, in any notation and checked again at each attempt:
 * `address-rules.ts`.
 * @throws AppError `invalid`
 */
export function readTarget(typed: string): string {
  const fault = findUrlFault(typed);
  if (fault !== undefined) throw refused(fault);
  const url = new URL(typed);
  const host = hostOf(url);
  if (isIP(host) !== 0 && isForbiddenAddress(host))
    throw refused(
      'must not name a link-local address, a metadata service, or an address that is not a single machine',
    );
  if (isForbiddenPort(portOf(url)))
    throw refused(`must not use port ${portOf(url)}, which belongs to another protocol than HTTP`);
  // Drops an empty fragment.
  url.hash = '';
  return url.href;
}

/** As `readTarget`, and refuses what the guard would refuse at every attempt. @throws AppError `invalid` */
export async function readReachableTarget(
  typed: string,
  guard: Pick<AddressGuard, 'checkNow'>,
): Promise<string> {
  const target = readTarget(typed);
  await guard.checkNow(new URL(target)).catch(() => {
    throw refused('leads to this service, its Asterisk or another address that webhooks may not reach');
  });
  return target;
}

function refused(why: string): AppError {
  return new AppError('invalid', `"url" ${why}`);
}
