import { parseSipUri, reachOf, type DeviceType, type Reach, type SipUri } from '../domain/device.ts';
import { AppError } from '../domain/errors.ts';

export interface AddressRules {
  /** Under which names and addresses (`host:port`, lower case) phones register here. */
  ownHosts: readonly string[];
  /** The trunk's `host` or `host:port` in lower case, when there is one. */
  trunkHost: string | undefined;
  /** @throws AppError `invalid`, `refused`. @returns the number in E.164. */
  permitNumber(typed: string, field: string): string;
}

export interface Address {
  /** As it is stored and shown. */
  sipUri: string;
  /** Equal for addresses that reach the same phone. */
  key: string;
  reach: Reach;
}

/**
 * Checks where a device says it is reached.
 * @throws AppError `invalid` (another shape), `refused` (the dialling policy).
 */
export function readAddress(type: DeviceType, typed: string, rules: AddressRules): Address {
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

/** A trunk without a port is found by DNS SRV (RFC 3263), on whatever port; one with a port shares its host with phones. */
function isTrunk(uri: SipUri, trunkHost: string): boolean {
  const [host, port] = trunkHost.split(':');
  return uri.host === host && (port === undefined || portOf(uri) === Number(port));
}

/** RFC 3261, section 19.1.2. */
function portOf({ port, transport }: SipUri): number {
  return port ?? (transport === 'tls' ? 5061 : 5060);
}

function readSipUri(type: DeviceType, typed: string, rules: AddressRules): Address {
  const uri = parseSipUri(typed);
  if (uri === undefined)
    throw new AppError(
      'invalid',
      '"sip_uri" must be sip:user@host or sip:user@host:port, with no parameter but ;transport=udp, tcp or tls',
    );
  // A call to the trunk by SIP URI would be a dial that the policy never saw.
  if (rules.trunkHost !== undefined && isTrunk(uri, rules.trunkHost))
    throw new AppError(
      'refused',
      '"sip_uri" names the trunk; a number is reached with type external and tel:+…',
    );
  const reach = reachOf({ type, sipUri: typed }, rules.ownHosts);
  // A phone that registers is known by its user part alone, whichever of the gateway's names it uses.
  const key =
    reach.kind === 'registers'
      ? `registers:${reach.user.toLowerCase()}`
      : `sip:${uri.user}@${uri.host}:${portOf(uri)}`;
  return { sipUri: typed, key, reach };
}
