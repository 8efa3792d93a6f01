import { lookup } from 'node:dns/promises';
import { InTurn } from '../../async/in-turn.ts';

export type LookUpAll = (host: string) => Promise<readonly { address: string }[]>;

/**
 * The machine's own resolver (getaddrinfo), which also knows its search domains and the names of the local network (mDNS). A look-up
 * cannot be interrupted, and a name server that does not answer holds it for half a minute or so. libuv runs two at a time for the whole
 * process, so these names share one place. Otherwise all other names, such as that of an Asterisk on another host, would wait behind them.
 */
export class MachineResolver {
  readonly #lookUp: LookUpAll;
  readonly #turns = new InTurn();
  #running: { host: string; addresses: Promise<string[]> } | undefined;

  constructor(lookUp: LookUpAll = (host) => lookup(host, { all: true })) {
    this.#lookUp = lookUp;
  }

  /** @param signal aborts when the answer is no longer wanted: a name whose turn has not come is then not looked up. Never rejects. */
  addresses(host: string, signal: AbortSignal): Promise<string[]> {
    if (this.#running?.host === host) return this.#running.addresses;
    return this.#turns.run(async () => (signal.aborted ? [] : this.#ask(host)));
  }

  async #ask(host: string): Promise<string[]> {
    const addresses = this.#lookUp(host).then(
      (found) => found.map(({ address }) => address),
      () => [],
    );
    this.#running = { host, addresses };
    await addresses;
    this.#running = undefined;
    return addresses;
  }
}
