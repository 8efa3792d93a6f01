import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppError } from '../domain/errors.ts';
import { hostOf, portOf } from '../domain/ip-address.ts';
import { isForbiddenAddress, isOwnAddress, isPrivateAddress, isSameAddress } from './address-rules.ts';

/** This service's listeners, which its webhooks must not reach. */
export interface OwnListeners {
  /** On this machine. */
  ports: readonly number[];
  /** An Asterisk on another host. */
  elsewhere: readonly { host: string; port: number }[];
}

/**
 * The ports that browsers also refuse (Fetch standard, "bad port"): mail, file and name services, which would take a
 * request for commands of their own protocol.
 */
const badPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export type LookUp = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void;

/**
 * Checks the addresses a connection is about to be made to. Checking the name beforehand would be useless: it may
 * resolve differently a moment later (DNS rebinding).
 */
export class AddressGuard {
  readonly #own: OwnListeners;
  readonly #lookUp: LookUp;
  readonly #publicOnly: boolean;

  constructor(
    own: OwnListeners,
    lookUp: LookUp = lookup as LookUp,
    /** `publicOnly` is for receivers that are never in the owner's network. */
    { publicOnly = false }: { publicOnly?: boolean } = {},
  ) {
    this.#own = own;
    this.#lookUp = lookUp;
    this.#publicOnly = publicOnly;
  }

  /** Checks the port, and a host that is an address and so is never looked up. @throws AppError `refused` */
  async check(url: URL): Promise<void> {
    if (badPorts.has(portOf(url))) throw refused();
    const host = hostOf(url);
    if (isIP(host) !== 0 && !(await this.#permits(host, portOf(url)))) throw refused();
  }

  /** Replaces `dns.lookup` for a connection: returns only permitted addresses. */
  lookUpFor(url: URL): LookUp {
    const port = portOf(url);
    return (hostname, options, answer) => {
      this.#lookUp(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null) {
          answer(error, []);
          return;
        }
        this.#permitted(found as LookupAddress[], port).then(
          (permitted) => {
            const [first] = permitted;
            if (first === undefined) answer(refused(), []);
            else if (options.all === true) answer(null, permitted);
            else answer(null, first.address, first.family);
          },
          (reason: unknown) => answer(reason as Error, []),
        );
      });
    };
  }

  /** A name in the local network may have a link-local address in addition to its real one. */
  async #permitted(found: readonly LookupAddress[], port: number): Promise<LookupAddress[]> {
    const verdicts = await Promise.all(found.map(({ address }) => this.#permits(address, port)));
    return found.filter((_each, index) => verdicts[index]);
  }

  async #permits(address: string, port: number): Promise<boolean> {
    if (isForbiddenAddress(address)) return false;
    if (this.#publicOnly && isPrivateAddress(address)) return false;
    if (this.#own.ports.includes(port) && isOwnAddress(address)) return false;
    for (const own of this.#own.elsewhere)
      if (own.port === port && (await addressesOf(own.host)).some((each) => isSameAddress(each, address)))
        return false;
    return true;
  }
}

/** A name that does not resolve now does not lead to one of these. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await resolve(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

function refused(): AppError {
  return new AppError('refused', 'its address is not one that may be reached');
}
