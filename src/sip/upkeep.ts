import { InTurn } from '../async/in-turn.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { SipFiles } from './sip-files.ts';

export interface SipUpkeepOptions {
  files: Pick<SipFiles, 'refresh'>;
  /** Makes Asterisk reread the files; active calls continue. */
  reload: () => Promise<void>;
  /** Asterisk may have started without these files, or with older ones. */
  reloadAtFirst: boolean;
  log: Log;
  everyMs?: number;
}

/** What is needed from the telephony side. */
export interface AsteriskConnection {
  upSinceMs(): number | undefined;
  onConnection(listener: (event: { connected: boolean }) => void): () => void;
}

/** How soon a provider's new address is noticed; the certificate is checked too, which costs nothing. */
const defaultEveryMs = 180_000;

/** Follows a changing external address and an expiring certificate while the service runs. */
export class SipUpkeep {
  readonly #options: SipUpkeepOptions;
  #reloadIsDue: boolean;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => undefined;
  readonly #refreshes = new InTurn();

  constructor(options: SipUpkeepOptions) {
    this.#options = options;
    this.#reloadIsDue = options.reloadAtFirst;
  }

  /** Runs until `stop`. */
  follow(asterisk: AsteriskConnection): void {
    if (asterisk.upSinceMs() !== undefined) void this.#reloadIfDue();
    this.#unsubscribe = asterisk.onConnection(({ connected }) => {
      if (connected) void this.#reloadIfDue();
    });
    this.#timer = setInterval(() => void this.refresh(), this.#options.everyMs ?? defaultEveryMs).unref();
  }

  /** Resolves when the files are current and Asterisk, if connected, has read them. Never rejects. */
  refresh(): Promise<void> {
    return this.#refreshes.run(() => this.#refresh());
  }

  /** Resolves when work in progress has finished, which takes 3 s if STUN does not answer. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    clearInterval(this.#timer);
    return this.#refreshes.settled();
  }

  async #refresh(): Promise<void> {
    if (this.#stopped) return; // work that waited its turn would keep the process from ending
    try {
      if (await this.#options.files.refresh()) this.#reloadIsDue = true;
    } catch (error) {
      this.#options.log.error('the files for SIP cannot be kept up to date', { error: describeError(error) });
    }
    await this.#reloadIfDue();
  }

  async #reloadIfDue(): Promise<void> {
    if (!this.#reloadIsDue || this.#stopped) return;
    this.#reloadIsDue = false;
    try {
      await this.#options.reload();
    } catch (error) {
      this.#reloadIsDue = true; // retried at the next connection or check
      this.#options.log.warn('Asterisk has not read its new SIP files yet', { error: describeError(error) });
    }
  }
}
