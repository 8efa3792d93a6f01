import { isNumericUser, sipPortOf, type SipUri } from '../domain/device.ts';
import { AppError } from '../domain/errors.ts';
import { type HostPort, splitHostPort } from '../domain/host-port.ts';
import { canonicalAddress, isLoopback, namesNoMachine } from '../domain/ip-address.ts';
import { sipPort, sipTlsPort } from '../domain/sip-security.ts';

/** Every address where SIP would look for a host; a name without a port is also looked up through SRV (RFC 3263). */
export type ResolveHost = (host: string, port: number | undefined) => Promise<string[]>;

export interface HostGuardOptions {
  /** `host` or `host:port`, if there is a trunk. */
  trunk: string | undefined;
  /** Where this gateway's SIP listens; without an address, on every one of this machine. */
  gateway: { address: string | undefined; ports: readonly number[] };
  /** ALLOW_NUMERIC_SIP_USERS */
  allowNumericUsers: boolean;
  resolve: ResolveHost;
  /** The addresses of this machine's network interfaces. */
  machineAddresses(): readonly string[];
}

/** A trunk that is given by name changes its addresses now and then. Earlier ones still count as the trunk's. */
const maxTrunkAddresses = 256;

/**
 * Prevents a device's address from becoming a back door to the trunk: calls to devices bypass the dialling policy,
 * and many trunks authenticate by address alone. Names are compared by their addresses, when a device is stored and
 * again when it is called.
 */
export class HostGuard {
  readonly #options: HostGuardOptions;
  readonly #trunk: HostPort | undefined;
  readonly #trunkAddresses = new Set<string>();

  constructor(options: HostGuardOptions) {
    this.#options = options;
    this.#trunk = options.trunk === undefined ? undefined : readTrunk(options.trunk);
  }

  /** @throws AppError `refused` when a static device has a forbidden address. */
  async permit(uri: SipUri): Promise<void> {
    const { resolve, allowNumericUsers } = this.#options;
    const isNumeric = isNumericUser(uri.user);
    if (isNumeric && !allowNumericUsers)
      throw new AppError(
        'refused',
        `"sip_uri": the user "${uri.user}" is a number, which a host could dial; a number is reached with type external and tel:+…, an extension of a telephone system of yours after ALLOW_NUMERIC_SIP_USERS=yes`,
      );
    const [found] = await Promise.all([resolve(uri.host, uri.port), this.#lookUpTrunk()]);
    const addresses = canonical(found);
    if (addresses.length === 0 && isNumeric)
      throw new AppError(
        'refused',
        `"sip_uri": the host "${uri.host}" cannot be found, so it might be the trunk`,
      );
    if (addresses.some(namesNoMachine))
      throw new AppError('refused', `"sip_uri": "${uri.host}" is not an address that a phone can have`);
    if (this.#isTrunk(uri, addresses))
      throw new AppError(
        'refused',
        '"sip_uri" leads to the trunk; a number is reached with type external and tel:+…',
      );
    if (this.#isGateway(uri, addresses))
      throw new AppError(
        'refused',
        '"sip_uri" leads to this gateway under a name that is not its own; a phone that registers here has its SIP_DOMAIN as host',
      );
  }

  async #lookUpTrunk(): Promise<void> {
    if (this.#trunk === undefined) return;
    for (const address of canonical(await this.#options.resolve(this.#trunk.host, this.#trunk.port))) {
      this.#trunkAddresses.delete(address);
      this.#trunkAddresses.add(address);
    }
    for (const oldest of this.#trunkAddresses) {
      if (this.#trunkAddresses.size <= maxTrunkAddresses) break;
      this.#trunkAddresses.delete(oldest);
    }
  }

  /** On any port, except on this machine, which a local trunk shares with phones. */
  #isTrunk(uri: SipUri, addresses: readonly string[]): boolean {
    const trunk = this.#trunk;
    if (trunk === undefined) return false;
    const trunkIsHere = [...this.#trunkAddresses].some((address) => this.#isHere(address));
    if (uri.host === trunk.host && !trunkIsHere) return true;
    const trunkPorts = trunk.port === undefined ? [sipPort, sipTlsPort] : [trunk.port];
    const samePort = trunkPorts.includes(sipPortOf(uri));
    return addresses.some((address) =>
      this.#isHere(address) ? trunkIsHere && samePort : this.#trunkAddresses.has(address),
    );
  }

  #isGateway(uri: SipUri, addresses: readonly string[]): boolean {
    const { address: own, ports } = this.#options.gateway;
    if (!ports.includes(sipPortOf(uri))) return false;
    return addresses.some((address) => (own === undefined ? this.#isHere(address) : address === own));
  }

  #isHere(address: string): boolean {
    return isLoopback(address) || canonical(this.#options.machineAddresses()).includes(address);
  }
}

function canonical(addresses: readonly string[]): string[] {
  return addresses.map(canonicalAddress).filter((address) => address !== undefined);
}

/** The form in which names are compared: lower case, without the final dot of a fully qualified name. */
function readTrunk(text: string): HostPort {
  const { host, port } = splitHostPort(text);
  return { host: host.toLowerCase().replace(/\.$/, ''), port };
}
