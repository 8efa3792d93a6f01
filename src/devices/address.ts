import {
  findAddressFault,
  parseSipUri,
  reachOf,
  sipPortOf,
  type DeviceType,
  type Reach,
  type SipUri,
} from '../domain/device.ts';
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
  const uri = type === 'external' ? undefined : parseSipUri(typed);
  if (uri !== undefined) return readSipUri(type, typed, uri, rules);
  const fault = findAddressFault(type, typed);
  if (fault !== undefined) throw new AppError('invalid', `"sip_uri" ${fault}`);
  const number = rules.permitNumber(typed.slice('tel:'.length), 'sip_uri');
  return { sipUri: `tel:${number}`, key: `tel:${number}`, reach: { kind: 'external', number } };
}

async function readSipUri(
  type: DeviceType,
  typed: string,
  uri: SipUri,
  rules: AddressRules,
): Promise<Address> {
  const reach = reachOf({ type, sipUri: typed }, rules.ownHosts);
  // A registering phone is identified by its user part alone, whichever of the gateway's names it uses.
  if (reach.kind === 'registers')
    return { sipUri: typed, key: `registers:${reach.user.toLowerCase()}`, reach };
  await rules.hosts.permit(uri);
  return { sipUri: typed, key: `sip:${uri.user}@${uri.host}:${sipPortOf(uri)}`, reach };
}
