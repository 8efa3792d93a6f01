import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppError, findAppError } from '../domain/errors.ts';
import { hostOf, portOf } from '../domain/ip-address.ts';
import { settlesWithin } from '../async/settles-within.ts';
import {
  isForbiddenAddress,
  isForbiddenPort,
  isOwnAddress,
  isPrivateAddress,
  isSameAddress,
} from './address-rules.ts';

/** This service's listeners, which its webhooks must not reach. */
export interface OwnListeners {
  /** On this machine. */
  ports: readonly number[];
  /** An Asterisk on another host. */
  elsewhere: readonly { host: string; port: number }[];
}

/** How long a request that stores a URL waits for a name server. */
const resolveMs = 2_000;

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

  /** @param options `publicOnly`: for receivers that are never in the owner's network. */
  constructor(
    own: OwnListeners,
    { lookUp = lookup as LookUp, publicOnly = false }: { lookUp?: LookUp; publicOnly?: boolean } = {},
  ) {
    this.#own = own;
    this.#lookUp = lookUp;
    this.#publicOnly = publicOnly;
  }

  /** Checks the port, and a host that is an address and so is never looked up. @throws AppError `refused` */
  async check(url: URL): Promise<void> {
    if (isForbiddenPort(portOf(url))) throw refused();
    const host = hostOf(url);
    if (isIP(host) !== 0 && !(await this.#permits(host, portOf(url)))) throw refused();
  }

  /**
   * As `check`, but a name is checked too, as it resolves now: a typing mistake is reported while somebody looks. Each connection checks
   * it again. A name that does not resolve is accepted: its machine may be switched off.
   */
  async checkNow(url: URL): Promise<void> {
    await this.check(url);
    if (isIP(hostOf(url)) !== 0) return;
    const lookUp = this.lookUpFor(url);
    const reached = new Promise<void>((resolve, reject) =>
      lookUp(hostOf(url), {}, (error) => (findAppError(error) === undefined ? resolve() : reject(error))),
    );
    await settlesWithin(reached, resolveMs);
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
