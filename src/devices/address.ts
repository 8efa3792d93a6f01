import { parseSipUri, reachOf, sipPortOf, type DeviceType, type Reach } from '../domain/device.ts';
import { AppError } from '../domain/errors.ts';
import type { HostGuard } from './host-guard.ts';

export interface AddressRules {
  /** Names and addresses (`host:port`, lower case) under which phones register here. */
  ownHosts: readonly string[];
  hosts: Pick<HostGuard, 'permit'>;
  /** @throws AppError `invalid`, `refused`. @returns the number in E.164. */
  permitNumber(typed: string, field: string): string;
}

export interface Address {
  /** As stored and shown. */
  sipUri: string;
  /** Equal for addresses that reach the same phone. */
  key: string;
  reach: Reach;
}

/**
 * Checks a device's address.
 * @throws AppError `invalid` (wrong form), `refused` (the dialling policy).
 */
export async function readAddress(type: DeviceType, typed: string, rules: AddressRules): Promise<Address> {
  return type === 'external' ? readNumber(typed, rules) : readSipUri(type, typed, rules);
}

function readNumber(typed: string, rules: AddressRules): Address {
  if (!typed.startsWith('tel:'))
    throw new AppError(
      'invalid',
      '"sip_uri" of an external device must be tel: and a number, for example tel:+12025550142',
    );
  const number = rules.permitNumber(typed.slice('tel:'.length), 'sip_uri');
  return { sipUri: `tel:${number}`, key: `tel:${number}`, reach: { kind: 'external', number } };
}

async function readSipUri(type: DeviceType, typed: string, rules: AddressRules): Promise<Address> {
  const uri = parseSipUri(typed);
  if (uri === undefined)
    throw new AppError(
      'invalid',
      '"sip_uri" must be sip:user@host or sip:user@host:port, with no parameter but ;transport=udp, tcp or tls; the host a name or an address like 192.0.2.1',
    );
  const reach = reachOf({ type, sipUri: typed }, rules.ownHosts);
  // A registering phone is identified by its user part alone, whichever of the gateway's names it uses.
  if (reach.kind === 'registers')
    return { sipUri: typed, key: `registers:${reach.user.toLowerCase()}`, reach };
  await rules.hosts.permit(uri);
  return { sipUri: typed, key: `sip:${uri.user}@${uri.host}:${sipPortOf(uri)}`, reach };
}
